/** What each engine's driver can do; the rest, written once for all of them, stands in `page.ts`. */

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** A browser profile of its own, with one window. */
export interface ProfileOptions {
  /** CSS pixels; a phone of 390 × 844 when left out. */
  viewport?: { width: number; height: number };
  withoutScript?: boolean;
  colorScheme?: 'light' | 'dark';
  /** Windows' contrast themes; Chromium and Firefox only. */
  forcedColors?: boolean;
  /** 2: letters twice as large, as a person sets them; boxes stay. */
  textZoom?: number;
  userAgent?: string;
}

export interface Driver {
  navigate(address: string): Promise<void>;
  /** The answer of a function's source text, called in the page with these arguments: all of it as JSON. */
  evaluate(source: string, args: unknown[]): Promise<unknown>;
  /** Presses the pointer at this point of the viewport, in CSS pixels, and lets go of it. */
  press(x: number, y: number): Promise<void>;
  moveTo(x: number, y: number): Promise<void>;
  /** Keys pressed one after the other and let go in reverse: modifiers first. Names as in `KeyboardEvent.key`. */
  pressKeys(keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Gives files to the one file field that matches. */
  attach(selector: string, files: string[]): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** Onto A4, into a PDF file. */
  print(file: string): Promise<void>;
  /** The windows of this profile that are not this one. */
  others(): Promise<Driver[]>;
  close(): Promise<void>;
}

export interface Profile {
  driver: Driver;
  /** Where downloads arrive, under the names the browser gave them. */
  downloads: string;
  /** What went wrong so far: errors in the console, refused resources, violations of a policy. */
  complaints: string[];
  close(): Promise<void>;
}

export interface Engine {
  name: EngineName;
  open(options: ProfileOptions): Promise<Profile>;
  close(): Promise<void>;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** How long anything may take until it fails. */
export const TIMEOUT_MS = 15_000;

/** Asks until there is an answer; one that throws meanwhile, as between two documents, is asked again. */
export async function pollUntil<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  let last: unknown = null;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = null;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`${what}: not so in ${TIMEOUT_MS / 1000} s`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Fails instead of hanging with a driver that does not answer. */
export function withTimeout<T>(what: string, work: Promise<T>, limit = 2 * TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer in ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
