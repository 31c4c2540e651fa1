import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { deviceText } from '#shared/viewer.ts';

declare module '#server/context.ts' {
  interface AppContext {
    browsers: Browsers;
  }
}

/** What a user agent says of who looks. */
export interface Browser {
  isRobot: boolean;
  device: string;
}

export interface Browsers {
  describe(userAgent: string): Browser;
}

/** Visitors come with a few hundred different user agents; a stranger may make any up, so that few and short ones are kept. */
const BROWSERS_MAX = 1_000;
const LENGTH_MAX = 300;

/** Telling a robot from a browser takes a long pattern: what each user agent means is kept. */
export function createBrowsers(): Browsers {
  const known = new LRUCache<string, Browser>({ max: BROWSERS_MAX });
  return {
    describe(userAgent) {
      const found = known.get(userAgent);
      if (found) return found;
      // Every browser names itself.
      const isRobot = userAgent === '' || isbot(userAgent);
      const browser = { isRobot, device: deviceText(userAgent) };
      if (userAgent.length <= LENGTH_MAX) known.set(userAgent, browser);
      return browser;
    },
  };
}
