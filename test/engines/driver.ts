/**
 * The abilities of each engine's driver; everything else is written once for all of them, in `page.ts` (docs/decisions/100).
 */

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** A separate browser profile, with one window. */
export interface ProfileOptions {
  /** CSS pixels; a phone of 390 × 844 by default. */
  viewport?: { width: number; height: number };
  withoutScript?: boolean;
  colorScheme?: 'light' | 'dark';
  /** Windows' contrast themes; Chromium and Firefox only. */
  forcedColors?: boolean;
  /** 2: letters twice as large, as a user may set them; boxes keep their size. */
  textZoom?: number;
  userAgent?: string;
}

export interface Driver {
  navigate(address: string): Promise<void>;
  /** Calls a function, given as source text, in the page with these arguments; arguments and result are JSON. */
  evaluate(source: string, args: unknown[]): Promise<unknown>;
  /** Presses and releases the pointer at this point of the viewport, in CSS pixels. */
  press(x: number, y: number): Promise<void>;
  moveTo(x: number, y: number): Promise<void>;
  /** Presses keys in this order and releases them in reverse: modifiers first. Names as in `KeyboardEvent.key`. */
  pressKeys(keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Gives files to the one file field that matches. */
  attach(selector: string, files: string[]): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** Prints on A4 into a PDF file. */
  print(file: string): Promise<void>;
  /** The other windows of this profile. */
  others(): Promise<Driver[]>;
  close(): Promise<void>;
}

export interface Profile {
  driver: Driver;
  /** The folder where downloads arrive, under the names the browser gave them. */
  downloads: string;
  /** The errors so far: console errors, refused resources, policy violations. */
  complaints: string[];
  close(): Promise<void>;
}

export interface Engine {
  name: EngineName;
  open(options: ProfileOptions): Promise<Profile>;
  close(): Promise<void>;
}

export const PHONE = { width: 390, height: 844 };

/** How long anything may take before it fails. */
export const TIMEOUT_MS = 15_000;

/** Retries until there is a result; errors meanwhile, as between two documents, are ignored. */
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

/** Fails instead of hanging with a driver that does not respond. */
export function withTimeout<T>(what: string, work: Promise<T>, limit = 2 * TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer in ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
