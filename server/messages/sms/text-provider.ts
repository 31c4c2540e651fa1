/** The provider that sends texts. Twilio is the only one; tests stand a server of their own in its place. */

declare module '#server/context.ts' {
  interface AppContext {
    /** Null: this server sends no texts, and keeps them in an outbox. */
    texts: TextProvider | null;
  }
}

export interface Text {
  /** E.164. */
  to: string;
  body: string;
  /** Where the provider reports what became of it; left out where it could not reach us. */
  statusUrl: string | undefined;
}

/** A text as the provider has it: its id, and its status in the provider's words. */
export interface TakenText {
  id: string;
  status: string;
  errorCode: string | null;
}

export interface TextProvider {
  /** Hands over one text. Throws `TextRefused`, `ProviderBusy` or `NoProviderAnswer`. */
  send(text: Text): Promise<TakenText>;
  /**
   * Looks for a text that was handed over after `since` without an answer; null if the provider has none, `cannot_tell`
   * if it does not say. Throws `ProviderBusy` or `NoProviderAnswer`.
   */
  find(text: Pick<Text, 'to' | 'body'>, since: Date): Promise<TakenText | 'cannot_tell' | null>;
}

/** The provider will never take this text. `code` is the provider's. */
export class TextRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The provider refused a text with code ${code}.`);
    this.code = code;
  }
}

/** The provider did not take it now; it may later. */
export class ProviderBusy extends Error {
  /** How long it asks to be left alone; null if it does not say. */
  readonly waitMs: number | null;
  /** `failed`: with a failure of its own, which may have come after it took the text. */
  readonly why: 'busy' | 'settings' | 'failed';

  constructor(message: string, why: ProviderBusy['why'], waitMs: number | null = null) {
    super(message);
    this.why = why;
    this.waitMs = waitMs;
  }
}

/** Nobody can tell whether the provider took it. */
export class NoProviderAnswer extends Error {}
