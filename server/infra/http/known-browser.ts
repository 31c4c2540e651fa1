import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyedHash } from '#server/infra/secret.ts';
import { DAY_MS } from '#shared/time.ts';

/**
 * Browsers in which someone signed in before. Their long-lived cookie opens nothing; it only tells their owner from the
 * strangers who guess the same account's password, so that those cannot lock the owner out.
 */

/** As long as browsers keep a cookie at most (RFC 6265bis, section 5.5: 400 days). */
export const BROWSER_DAYS = 400;
/** So many accounts are remembered in one browser, those used last. */
const ACCOUNTS_MAX = 8;
const COOKIE_PATTERN = /^([\w-]{16})\.([a-z\d]{1,12})\.([A-Za-z\d~]{0,200})\.([\w-]{43})$/;

export interface KnownBrowser {
  /** Names the browser, 16 characters; no one else can make it up. */
  id: string;
  /** Ids of the accounts that signed in here, the last one first. */
  accounts: string[];
}

const sign = (keyedHash: KeyedHash, text: string) => keyedHash('known-browser', text);

/** The browser a cookie names, or null for one that we did not make, or not in the last 400 days. */
export function readKnownBrowser(
  keyedHash: KeyedHash,
  cookie: string | undefined,
  now: Date,
): KnownBrowser | null {
  const [, id = '', madeAt = '', accounts = '', signature = ''] = COOKIE_PATTERN.exec(cookie ?? '') ?? [];
  if (!id) return null;
  const given = Buffer.from(signature, 'base64url');
  const own = sign(keyedHash, `${id}.${madeAt}.${accounts}`);
  const isOurs = given.length === own.length && timingSafeEqual(given, own);
  const isRecent = now.getTime() - Number.parseInt(madeAt, 36) < BROWSER_DAYS * DAY_MS;
  return isOurs && isRecent ? { id, accounts: accounts.split('~') } : null;
}

/** The cookie of the same browser, or of a new one, with `account` among its accounts. */
export function rememberAccount(
  keyedHash: KeyedHash,
  browser: KnownBrowser | null,
  account: string,
  now: Date,
): string {
  const id = browser?.id ?? randomBytes(12).toString('base64url');
  const others = browser?.accounts.filter((other) => other !== account) ?? [];
  const accounts = [account, ...others].slice(0, ACCOUNTS_MAX).join('~');
  const text = `${id}.${now.getTime().toString(36)}.${accounts}`;
  return `${text}.${sign(keyedHash, text).toString('base64url')}`;
}
