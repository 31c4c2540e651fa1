import fs from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { type Driver, type Profile, pollUntil, withTimeout } from './driver.ts';
import { type Found, findInPage, type Target, toPlain } from './find.ts';

/** A page as a person uses it, in any engine. Methods wait for what they look for. */
export interface EnginePage {
  /** Opens an address of the product, or anywhere. */
  goto(address: string): Promise<void>;
  url(): Promise<string>;
  /** The first match, once it exists; a string means a text. */
  find(target: Target | string): Promise<Found>;
  /** The first match, once it has the focus. */
  findFocused(target: Target | string): Promise<Found>;
  /** All current matches. */
  findAll(target: Target | string): Promise<Found[]>;
  waitUntilGone(target: Target | string): Promise<void>;
  /** Clicks it once it has stopped moving and nothing covers it. */
  click(target: Target | string): Promise<void>;
  hover(target: Target | string): Promise<void>;
  /** Clicks a field and types over its content, key by key. */
  fill(target: Target | string, text: string): Promise<void>;
  /** Types into whatever has focus. */
  type(text: string): Promise<void>;
  /** `Enter`, `Escape`, `Shift+Tab`, `Control+z`: names as in `KeyboardEvent.key`. */
  press(keys: string): Promise<void>;
  /** Chooses the option with this text in a `<select>`. */
  choose(target: Target | string, option: string): Promise<void>;
  /** Gives these files to a file field, visible or not. */
  upload(target: Target | string, ...files: string[]): Promise<void>;
  /**
   * Runs a function in the page: it may use only its arguments. With scripts disabled in the page, it must not wait.
   */
  evaluate<T, A extends unknown[]>(run: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** Evaluates in the page until the result is truthy, and resolves to it. */
  waitUntil<T, A extends unknown[]>(what: string, run: (...args: A) => T, ...args: A): Promise<T>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  resize(size: { width: number; height: number }): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(file: string): Promise<void>;
  /** A PDF, A4. */
  print(file: string): Promise<void>;
  /** The file that the action downloads. */
  download(act: () => Promise<void>): Promise<{ name: string; content: Buffer }>;
  /** The window that the action opens. */
  opened(act: () => Promise<void>): Promise<EnginePage>;
  close(): Promise<void>;
}

const targetOf = (target: Target | string): Target =>
  typeof target === 'string' ? { text: target } : target;

let marks = 0;

/** `base`: the product's address. */
export function createPage(driver: Driver, profile: Profile, base: string): EnginePage {
  const evaluate: EnginePage['evaluate'] = (run, ...args) =>
    withTimeout('a script in the page', driver.evaluate(String(run), args)) as ReturnType<
      typeof run & (() => never)
    >;
  const findAll: EnginePage['findAll'] = (target) =>
    evaluate(findInPage, toPlain(targetOf(target)), undefined);

  async function find(target: Target | string, mark?: string): Promise<Found> {
    const plain = toPlain(targetOf(target));
    const what = `finding ${JSON.stringify(plain)}`;
    try {
      return await pollUntil(what, async () => (await evaluate(findInPage, plain, mark))[0]);
    } catch (error) {
      // biome-ignore lint/performance/useDomNodeTextContent: what can be read, not what is hidden next to it
      const text = await evaluate(() => `${location.href}\n${document.body?.innerText}`).catch(String);
      throw new Error(`${what} on ${text.slice(0, 2000)}`, { cause: error });
    }
  }

  /** Its position, once it has not moved between two checks and a pointer would hit it. */
  async function steady(target: Target | string): Promise<Found> {
    const mark = `data-mark-${++marks}`;
    let before = await find(target, mark);
    return pollUntil(
      `${JSON.stringify(toPlain(targetOf(target)))} stands still, with nothing over it`,
      async () => {
        const now = await find(target, mark);
        const isStill = now.x === before.x && now.y === before.y;
        before = now;
        return isStill && now.isMet && now;
      },
    );
  }

  const act = (what: string, work: Promise<void>) => withTimeout(what, work);

  const page: EnginePage = {
    goto: (address) => act(`opening ${address}`, driver.navigate(new URL(address, base).href)),
    url: () => evaluate(() => location.href),
    find: (target) => find(target),
    findFocused: (target) =>
      pollUntil(`${JSON.stringify(toPlain(targetOf(target)))} has the focus`, async () => {
        const [first] = await findAll(target);
        return first?.isFocused && first;
      }),
    findAll,
    async waitUntilGone(target) {
      const what = `${JSON.stringify(toPlain(targetOf(target)))} goes`;
      await pollUntil(what, async () => (await findAll(target)).length === 0);
    },
    async click(target) {
      const { x, y } = await steady(target);
      await act('a click', driver.press(x, y));
    },
    async hover(target) {
      const { x, y } = await steady(target);
      await act('a move', driver.moveTo(x, y));
    },
    async fill(target, text) {
      // An element that loads above the field may move it away under the pointer.
      await pollUntil(`${JSON.stringify(toPlain(targetOf(target)))} takes the focus`, async () => {
        await page.click(target);
        return (await findAll(target))[0]?.isFocused;
      });
      await page.press('Control+a');
      await act('typing', text ? driver.type(text) : driver.pressKeys(['Delete']));
    },
    type: (text) => act('typing', driver.type(text)),
    press: (keys) => act(`pressing ${keys}`, driver.pressKeys(keys.split(/(?<=.)\+/))),
    async choose(target, option) {
      const mark = `data-mark-${++marks}`;
      await find(target, mark);
      const choose = (selector: string, wanted: string) => {
        const select = document.querySelector(`[${selector}]`) as HTMLSelectElement;
        const chosen = [...select.options].find(({ text }) => text.trim() === wanted);
        if (!chosen) return false;
        select.value = chosen.value;
        for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
        return true;
      };
      expect(await evaluate(choose, mark, option), `an option ${option}`).toBe(true);
    },
    async upload(target, ...files) {
      const mark = `data-mark-${++marks}`;
      await find({ ...targetOf(target), isUnseen: true }, mark);
      await act('choosing files', driver.attach(`[${mark}]`, files));
    },
    evaluate,
    waitUntil: (what, run, ...args) =>
      pollUntil(what, () => evaluate(run, ...args)) as Promise<ReturnType<typeof run>>,
    back: () => act('going back', driver.back()),
    forward: () => act('going forward', driver.forward()),
    reload: () => act('reloading', driver.reload()),
    resize: ({ width, height }) => act('resizing', driver.resize(width, height)),
    async screenshot(file) {
      await fs.mkdir(path.dirname(file), { recursive: true });
      await act('a picture', driver.screenshot(file));
    },
    print: (file) => act('printing', driver.print(file)),
    async download(start) {
      const before = new Set(await fs.readdir(profile.downloads));
      await start();
      return pollUntil('a download', () => arrived(profile.downloads, before));
    },
    async opened(start) {
      const before = (await driver.others()).length;
      await start();
      const other = await pollUntil('a new window', async () => {
        const others = await driver.others();
        return others.length > before && others.at(-1);
      });
      return createPage(other, profile, base);
    },
    close: () => act('closing the window', driver.close()),
  };
  return page;
}

/** A file has arrived once no file next to it shows that it is still being written. */
async function arrived(folder: string, before: Set<string>) {
  const fresh = (await fs.readdir(folder)).filter((name) => !before.has(name));
  const [name] = fresh;
  if (!name || fresh.some((one) => /\.(part|crdownload|wkdownload|tmp)$/.test(one))) return null;
  const content = await fs.readFile(path.join(folder, name));
  return content.length > 0 && { name, content };
}
