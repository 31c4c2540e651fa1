import { useMutation } from '@tanstack/react-query';
import { call, findFile } from '#app/api/call.ts';
import { saveFrom } from '#app/save-file.ts';
import type { Card } from '#shared/cards.ts';
import { QR_SHARED } from '#shared/constants.ts';
import { toast } from '#ui/Toast.tsx';

export type WalletKind = 'apple' | 'google' | 'qr';

const NAMES: Record<WalletKind, string> = {
  apple: 'Apple Wallet pass',
  google: 'Google Wallet pass',
  qr: 'QR code',
};

const SUCCESS: Record<WalletKind, string> = {
  apple: 'Apple Wallet Pass Generated',
  google: 'Google Wallet Pass Generated',
  qr: 'QR Code Downloaded',
};

interface Outcome {
  kind: WalletKind;
  /** The server has no certificate to sign passes with, so nothing was saved. */
  isUnsigned: boolean;
}

/** Adds a card to a wallet, or saves its code as an image. `isOffered` tells what this server can make. */
export function useWallet(card: Card, isOffered: Record<WalletKind, boolean>) {
  return useMutation({
    mutationFn: async (kind: WalletKind): Promise<Outcome> => ({
      kind,
      isUnsigned: !(await SAVE_BY_KIND[kind](card.id, isOffered[kind])),
    }),
    meta: {
      failure: (kind) => ({
        title: 'Download Failed',
        always: `Failed to generate ${NAMES[kind as WalletKind]}. Please try again.`,
      }),
    },
    onSuccess({ kind, isUnsigned }) {
      if (!isUnsigned) toast({ title: SUCCESS[kind] });
    },
  });
}

/** Leads the tab away from us, or this page if the browser opened none. */
function openIn(tab: Window | null, url: string): void {
  if (tab) tab.opener = null;
  (tab ?? window).location.assign(url);
}

/** Each resolves to whether there was something to save; `isOffered` tells whether this is to be expected. */
const SAVE_BY_KIND: Record<WalletKind, (cardId: string, isOffered: boolean) => Promise<boolean>> = {
  async apple(cardId) {
    const { url } = await call('GET /api/wallet/apple/{cardId}', { params: { cardId } });
    if (url) window.location.assign(url);
    return url !== null;
  },
  async google(cardId, isOffered) {
    // Opened within the press: by the time the link is there, browsers would block a new tab.
    const tab = isOffered ? window.open('', '_blank') : null;
    try {
      const { saveUrl } = await call('GET /api/wallet/google/{cardId}', { params: { cardId } });
      if (saveUrl) openIn(tab, saveUrl);
      else tab?.close();
      return saveUrl !== null;
    } catch (error) {
      tab?.close();
      throw error;
    }
  },
  async qr(cardId) {
    const { downloadName } = await call('GET /api/wallet/qr/{cardId}', { params: { cardId } });
    const input = { params: { id: cardId }, query: { size: QR_SHARED } };
    saveFrom(await findFile('GET /api/cards/{id}/code.png', input), downloadName);
    return true;
  },
};
