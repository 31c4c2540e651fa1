import { randomBytes } from 'node:crypto';
import { isSameSecret, type KeyedHash } from '#server/infra/secret.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/**
 * Browsers in which someone has signed in before. Their long-lived cookie grants no access; it only distinguishes them
 * from strangers who guess the same account's password, so that those cannot lock the owner out.
 */

/** The longest time browsers keep a cookie (RFC 6265bis, section 5.5: 400 days). */
export const BROWSER_DAYS = 400;
/** How many accounts one browser remembers, the most recently used ones. */
const ACCOUNTS_MAX = 8;
const COOKIE_PATTERN = /^([\w-]{16})\.([a-z\d]{1,12})\.([A-Za-z\d~]{0,200})\.([\w-]{43})$/;

export interface KnownBrowser {
  /** Identifies the browser, 16 characters; nobody else can forge it. */
  id: string;
  /** Ids of the accounts that signed in here, most recent first. */
  accounts: string[];
}

const signBrowser = (keyedHash: KeyedHash, text: string) => keyedHash('known-browser', text);

/** The browser that a cookie identifies; null if we did not issue it, or not within the last 400 days. */
export function readKnownBrowser(
  keyedHash: KeyedHash,
  cookie: string | undefined,
  now: Date,
): KnownBrowser | null {
  const [, id = '', madeAt = '', accounts = '', signature = ''] = COOKIE_PATTERN.exec(cookie ?? '') ?? [];
  if (!id) return null;
  const given = Buffer.from(signature, 'base64url');
  const isOurs = isSameSecret(given, signBrowser(keyedHash, `${id}.${madeAt}.${accounts}`));
  const isRecent = now.getTime() - Number.parseInt(madeAt, 36) < BROWSER_DAYS * DAY_MS;
  return isOurs && isRecent ? { id, accounts: accounts.split('~') } : null;
}

/** The cookie for this browser, or for a new one, with `account` among its accounts. */
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
  return `${text}.${signBrowser(keyedHash, text).toString('base64url')}`;
}
