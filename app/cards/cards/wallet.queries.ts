import { useMutation, useQuery } from '@tanstack/react-query';
import { call, findFile, urlOf } from '#app/frame/api/call.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import { QR_SHARED } from '#shared/contract/constants.ts';
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

const UNSIGNED = {
  title: 'Download Failed',
  description: 'Google Wallet isn’t set up here. Save the QR code instead.',
  isError: true,
};

const UNTRUSTED = {
  title: SUCCESS.apple,
  description: 'iPhones won’t accept it: Apple Wallet isn’t set up here. Save the QR code instead.',
};

interface Outcome {
  kind: WalletKind;
  /** The server has no key to sign passes with, so nothing was saved. */
  isUnsigned: boolean;
}

/** The Apple Wallet pass of a card as it is now, and on how many phones it is. */
export function useApplePass(cardId: string) {
  return useQuery({
    queryKey: [urlOf('GET /api/wallet/apple/{cardId}', { params: { cardId } })],
    queryFn: () => call('GET /api/wallet/apple/{cardId}', { params: { cardId } }),
    refetchOnMount: 'always',
  });
}

/** True if each way opens a tab of its own, which browsers allow only within the press. */
export type OpensTab = Record<WalletKind, boolean>;

/** Adds a card to a wallet, or saves its code as an image. `signsApple`: with a certificate that iPhones accept. */
export function useWallet(cardId: string, opensTab: OpensTab, signsApple: boolean) {
  return useMutation({
    mutationFn: async (kind: WalletKind): Promise<Outcome> => ({
      kind,
      isUnsigned: !(await SAVE_BY_KIND[kind](cardId, opensTab[kind])),
    }),
    meta: {
      isDownload: true,
      failure: (kind) => ({
        title: 'Download Failed',
        always: `Failed to generate ${NAMES[kind as WalletKind]}. Please try again.`,
      }),
    },
    onSuccess({ kind, isUnsigned }) {
      if (isUnsigned) toast(UNSIGNED);
      else toast(kind === 'apple' && !signsApple ? UNTRUSTED : { title: SUCCESS[kind] });
    },
  });
}

/** Leads the tab away from us, or this page if the browser opened none. */
function openIn(tab: Window | null, url: string): void {
  if (tab) tab.opener = null;
  (tab ?? window).location.assign(url);
}

/** Opens what `find` finds; a tab that was opened for nothing is closed. */
async function openFound(opensTab: boolean, find: () => Promise<string | null>): Promise<boolean> {
  // Opened within the press: by the time the address is there, browsers would block a new tab.
  const tab = opensTab ? window.open('', '_blank') : null;
  try {
    const url = await find();
    if (url) openIn(tab, url);
    else tab?.close();
    return url !== null;
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Each resolves to whether there was something to save. */
const SAVE_BY_KIND: Record<WalletKind, (cardId: string, opensTab: boolean) => Promise<boolean>> = {
  // Without a name to save it under, so that iPhones open the pass instead of saving a file.
  apple: (cardId, opensTab) =>
    openFound(opensTab, () => findFile('GET /api/wallet/apple/{cardId}.pkpass', { params: { cardId } })),
  google: (cardId, opensTab) =>
    openFound(opensTab, async () => {
      const { saveUrl } = await call('GET /api/wallet/google/{cardId}', { params: { cardId } });
      return saveUrl;
    }),
  async qr(cardId) {
    const { downloadName } = await call('GET /api/wallet/qr/{cardId}', { params: { cardId } });
    const input = { params: { id: cardId }, query: { size: QR_SHARED } };
    saveFrom(await findFile('GET /api/cards/{id}/code.png', input), downloadName);
    return true;
  },
};
