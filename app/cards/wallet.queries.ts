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

/** Adds a card to a wallet, or saves its code as an image. */
export function useWallet(card: Card) {
  return useMutation({
    mutationFn: async (kind: WalletKind): Promise<Outcome> => ({
      kind,
      isUnsigned: !(await SAVE_BY_KIND[kind](card.id)),
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

/** Each resolves to whether there was something to save. */
const SAVE_BY_KIND: Record<WalletKind, (cardId: string) => Promise<boolean>> = {
  async apple(cardId) {
    const { url } = await call('GET /api/wallet/apple/{cardId}', { params: { cardId } });
    if (url) window.location.assign(url);
    return url !== null;
  },
  async google(cardId) {
    const { saveUrl } = await call('GET /api/wallet/google/{cardId}', { params: { cardId } });
    if (saveUrl) window.open(saveUrl, '_blank', 'noopener');
    return saveUrl !== null;
  },
  async qr(cardId) {
    const { downloadName } = await call('GET /api/wallet/qr/{cardId}', { params: { cardId } });
    const input = { params: { id: cardId }, query: { size: QR_SHARED } };
    saveFrom(await findFile('GET /api/cards/{id}/code.png', input), downloadName);
    return true;
  },
};
