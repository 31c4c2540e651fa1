import { afterEach, describe, expect, it, vi } from 'vitest';

/** The parts of a browser that matter to its history: entries, asynchronous traversals, and `popstate`. */
function createBrowser() {
  const entries = [{ url: new URL('https://goldleaf.test/first'), state: null as unknown }];
  let at = 0;
  let hear = () => {};
  const here = () => entries[at] as (typeof entries)[number];
  const write = (index: number, state: unknown, path = '') => {
    const url = path ? new URL(path, here().url) : here().url;
    entries.splice(index, index === at ? 1 : entries.length, { url, state });
    at = index;
  };
  const history = {
    get state() {
      return here().state;
    },
    pushState: (state: unknown, _title: string, path?: string) => write(at + 1, state, path),
    replaceState: (state: unknown, _title: string, path?: string) => write(at, state, path),
    go(steps: number) {
      setImmediate(() => {
        if (!entries[at + steps]) return;
        at += steps;
        hear();
      });
    },
  };
  return {
    history,
    get location() {
      return Object.assign(here().url, { assign: (path: string) => write(at + 1, null, path) });
    },
    addEventListener: (_name: 'popstate', listener: () => void) => {
      hear = listener;
    },
  };
}

/** Our history on top of a fake browser, with a user's actions and their position. */
async function open() {
  const browser = createBrowser();
  vi.stubGlobal('window', browser);
  vi.resetModules();
  const { browserHistory } = await import('./history.ts');
  const settle = async () => {
    // Our traversal may follow one of theirs, and another may follow that.
    for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const go = async (steps: number) => {
    browser.history.go(steps);
    await settle();
  };
  /** A dialog, registered as a screen does it. */
  const openDialog = async () => {
    let forget = () => {};
    const dialog = {
      isOpen: true,
      async close() {
        dialog.isOpen = false;
        forget();
        await settle();
      },
    };
    forget = browserHistory.holdLayer(() => void dialog.close());
    await settle();
    return dialog;
  };
  const path = () => browser.location.pathname + browser.location.search;
  return { browserHistory, go, openDialog, path, settle };
}

afterEach(() => vi.unstubAllGlobals());

describe('Back', () => {
  it('closes the topmost of two dialogs, then the other, then leaves the screen', async () => {
    const { browserHistory, go, openDialog, path } = await open();
    browserHistory.push('/second');
    const below = await openDialog();
    const above = await openDialog();
    await go(-1);
    expect([below.isOpen, above.isOpen, path()]).toEqual([true, false, '/second']);
    await go(-1);
    expect([below.isOpen, path()]).toEqual([false, '/second']);
    await go(-1);
    expect(path()).toBe('/first');
  });

  it('leaves the screen at once after a dialog was closed in another way', async () => {
    const { browserHistory, go, openDialog, path } = await open();
    browserHistory.push('/second');
    const dialog = await openDialog();
    await dialog.close();
    await go(-1);
    expect(path()).toBe('/first');
  });

  it('keeps the address that the screen took on while its dialog was open', async () => {
    const { browserHistory, go, openDialog, path } = await open();
    await openDialog();
    browserHistory.replace('/first?search=ada');
    await go(-1);
    expect(path()).toBe('/first?search=ada');
    expect(browserHistory.current().search).toBe('?search=ada');
  });

  it('asks a dialog to close again if it stayed open', async () => {
    const { browserHistory, go, path } = await open();
    browserHistory.push('/second');
    const close = vi.fn();
    browserHistory.holdLayer(close);
    await go(-1);
    await go(-1);
    expect(close).toHaveBeenCalledTimes(2);
    expect(path()).toBe('/second');
  });
});

describe('A screen opened from a dialog', () => {
  it('replaces the dialog', async () => {
    const { browserHistory, go, openDialog, path } = await open();
    const dialog = await openDialog();
    browserHistory.push('/second');
    await dialog.close();
    expect(path()).toBe('/second');
    await go(-1);
    expect(path()).toBe('/first');
  });

  it('waits until the history entry of the closing dialog is gone', async () => {
    const { browserHistory, go, openDialog, path, settle } = await open();
    const dialog = await openDialog();
    void dialog.close();
    await Promise.resolve();
    browserHistory.push('/second');
    await settle();
    expect(path()).toBe('/second');
    await go(-1);
    expect(path()).toBe('/first');
  });
});

describe('Leaving the app from a dialog', () => {
  it('goes back to the screen first, and then leaves', async () => {
    const { browserHistory, openDialog, path, settle } = await open();
    await openDialog();
    browserHistory.replace('/sign-in');
    browserHistory.leave('/home');
    expect(path()).toBe('/sign-in');
    await settle();
    expect(path()).toBe('/home');
  });
});

describe('A guard', () => {
  it('holds Back, and lets it proceed later, past the dialog that asked', async () => {
    const { browserHistory, go, openDialog, path, settle } = await open();
    browserHistory.push('/second');
    let proceed = () => {};
    browserHistory.setGuard((move) => {
      proceed = move.proceed;
      return false;
    });
    await go(-1);
    expect(path()).toBe('/second');
    await openDialog();
    proceed();
    await settle();
    expect(path()).toBe('/first');
    expect(browserHistory.current().pathname).toBe('/first');
  });
});

describe('Forward', () => {
  it('reopens no dialog', async () => {
    const { browserHistory, go, openDialog, path } = await open();
    browserHistory.push('/second');
    const dialog = await openDialog();
    await go(-1);
    expect(dialog.isOpen).toBe(false);
    await go(1);
    await go(-1);
    expect(path()).toBe('/first');
  });

  it('reopens no dialog two screens later either', async () => {
    const { browserHistory, go, openDialog, path } = await open();
    browserHistory.push('/second');
    const dialog = await openDialog();
    await go(-2);
    // It is closed together with its screen.
    await dialog.close();
    expect(path()).toBe('/first');
    await go(2);
    expect(path()).toBe('/second');
    await go(-1);
    expect(path()).toBe('/first');
  });
});
