import { LRUCache } from 'lru-cache';
import type { CardRow } from '#server/cards/cards/cards.ts';
import type { GoogleWalletSettings } from '#server/config/google-settings.ts';
import type { AppContext } from '#server/context.ts';
import { HELD_REASON } from '#server/infra/hold/hold.ts';
import { GoogleAway, GoogleRefusal } from '#server/sharing/wallet/google/google-away.ts';
import { composeGoogleClass } from '#server/sharing/wallet/google/google-object.ts';
import { linkToObject, linkWithObject } from '#server/sharing/wallet/google/save-link.ts';
import { createWalletApi, type PutOptions, type Resource } from '#server/sharing/wallet/google/wallet-api.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** Null without the settings of Google Wallet. */
    google: GoogleWallet | null;
  }
}

/** A process's memory for Google Wallet: an access token, and links that were signed. */
export interface GoogleWallet {
  issuerId: string;
  /** Inserts or patches an object; before the first, the class of all cards. */
  put: (object: Resource, options: PutOptions) => Promise<void>;
  /** Patches an object; false if there is none with its id. */
  patch: (object: Resource) => Promise<boolean>;
  /** The save link of a card that Google has. `link` is the address of its public page. */
  linkTo(link: string, passId: string): Promise<string>;
  /** A save link that contains the card itself; `version` changes with the card, `isFollowed`: see `ShortFor`. */
  linkWith(
    link: string,
    card: CardRow,
    { version, isFollowed }: { version: string; isFollowed: boolean },
  ): Promise<string>;
}

/** About 2 KB each. */
const LINKS_MAX = 1_000;
/** Google gives links no end, but looks at when they were signed. */
const LINK_MS = 60 * 60 * 1000;

export function createGoogleWallet(
  settings: GoogleWalletSettings,
  { now, hold }: Pick<AppContext, 'now' | 'hold'>,
): GoogleWallet {
  const refuseWhileHeld = () => {
    if (hold.isOn) throw new GoogleAway(HELD_REASON);
  };
  const api = createWalletApi(settings, now);
  const links = new LRUCache<string, Promise<string>>({ max: LINKS_MAX, ttl: LINK_MS });
  let hasClass = false;

  /** Requests that come while a link is being signed wait for it. */
  function keep(key: string, sign: () => Promise<string>): Promise<string> {
    const kept = links.get(key);
    if (kept) return kept;
    const signed = sign();
    links.set(key, signed);
    signed.catch(() => links.delete(key));
    return signed;
  }

  async function prepareClass({ signal }: PutOptions): Promise<void> {
    if (hasClass) return;
    await api.put('genericClass', composeGoogleClass(settings.issuerId), signal ? { signal } : {});
    hasClass = true;
  }

  return {
    issuerId: settings.issuerId,
    async put(object, options) {
      refuseWhileHeld();
      const isCertain = !hasClass;
      await prepareClass(options);
      try {
        await api.put('genericObject', object, options);
      } catch (error) {
        // An object without its class is not found, either.
        if (isCertain || !(error instanceof GoogleRefusal) || error.status !== 404) throw error;
        hasClass = false;
        await prepareClass(options);
        await api.put('genericObject', object, options);
      }
    },
    async patch(object) {
      refuseWhileHeld();
      return api.patch('genericObject', object);
    },
    linkTo: (link, passId) => keep(passId, () => linkToObject(settings, link, passId, now())),
    linkWith: (link, card, { version, isFollowed }) =>
      keep(`${card.id} ${version} ${isFollowed}`, () =>
        linkWithObject(settings, link, { card, isFollowed }, now()),
      ),
  };
}
