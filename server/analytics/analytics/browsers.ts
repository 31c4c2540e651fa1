import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { deviceText } from '#shared/analytics/viewer.ts';

declare module '#server/context.ts' {
  interface AppContext {
    browsers: Browsers;
  }
}

/** The facts that a user agent reveals about a visitor. */
export interface Browser {
  isRobot: boolean;
  device: string;
}

export interface Browsers {
  describe(userAgent: string): Browser;
}

/**
 * Real visitors have a few hundred different user agents, but anyone can invent more: only a limited number of short
 * ones is cached.
 */
const BROWSERS_MAX = 1_000;
const LENGTH_MAX = 300;

/** Detecting robots takes a long pattern, so the result for each user agent is cached. */
export function createBrowsers(): Browsers {
  const known = new LRUCache<string, Browser>({ max: BROWSERS_MAX });
  return {
    describe(userAgent) {
      const found = known.get(userAgent);
      if (found) return found;
      // Every browser sends a user agent.
      const isRobot = userAgent === '' || isbot(userAgent);
      const browser = { isRobot, device: deviceText(userAgent) };
      if (userAgent.length <= LENGTH_MAX) known.set(userAgent, browser);
      return browser;
    },
  };
}
