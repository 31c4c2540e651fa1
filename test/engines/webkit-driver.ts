import fs from 'node:fs/promises';
import { type Driver, pollUntil } from './driver.ts';
import type { WebDriver } from './webkit-protocol.ts';

export interface Session {
  webDriver: WebDriver;
  /** The address of its commands: /session/{id}. */
  session: string;
  /** Files that pages were printed into. */
  printed: string[];
  /** The window that commands go to. */
  current: string;
}

/** Keys that type no character, https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

export function driverOf(state: Session, handle: string): Driver {
  const call = async (method: 'GET' | 'POST' | 'DELETE', command: string, body?: object) => {
    if (state.current !== handle) {
      await state.webDriver.call('POST', `${state.session}/window`, { handle });
      state.current = handle;
    }
    return state.webDriver.call(method, `${state.session}${command}`, body);
  };
  const act = (actions: object) => call('POST', '/actions', { actions: [actions] });
  const point = (actions: object[]) => act({ type: 'pointer', id: 'mouse', actions });
  const move = (x: number, y: number) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration: 0,
  });
  const evaluate = (source: string, args: unknown[]) =>
    call('POST', '/execute/sync', { script: `return (${source}).apply(null, arguments)`, args });
  return {
    navigate: async (url) => void (await call('POST', '/url', { url })),
    evaluate,
    press: async (x, y) =>
      void (await point([move(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }])),
    moveTo: async (x, y) => void (await point([move(x, y)])),
    async pressKeys(keys) {
      const values = keys.map((key) => KEYS[key] ?? key);
      const down = values.map((value) => ({ type: 'keyDown', value }));
      const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
      await act({ type: 'key', id: 'keys', actions: [...down, ...up] });
    },
    async type(text) {
      const strokes = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act({ type: 'key', id: 'keys', actions: strokes });
    },
    async attach(selector, files) {
      const found = await call('POST', '/element', { using: 'css selector', value: selector });
      const [id] = Object.values(found as Record<string, string>);
      await call('POST', `/element/${id}/value`, { text: files.join('\n') });
    },
    back: async () => void (await call('POST', '/back', {})),
    forward: async () => void (await call('POST', '/forward', {})),
    reload: async () => void (await call('POST', '/refresh', {})),
    resize: async (width, height) => void (await call('POST', '/window/rect', { width, height })),
    async screenshot(file) {
      const picture = await call('GET', '/screenshot');
      await fs.writeFile(file, Buffer.from(String(picture), 'base64'));
    },
    async print(file) {
      const before = state.printed.length;
      await evaluate(`() => window.webkit.messageHandlers.browser.postMessage('print')`, []);
      const printed = await pollUntil('printing', async () => state.printed[before]);
      await fs.copyFile(printed, file);
    },
    async others() {
      const handles = (await call('GET', '/window/handles')) as string[];
      return handles.filter((other) => other !== handle).map((other) => driverOf(state, other));
    },
    close: async () => void (await call('DELETE', '/window')),
  };
}
