import { type ComponentType, lazy } from 'react';
import type { SharingProps } from '#app/sharing/part/SharingPart.tsx';

/** The ways to share a card, one part of the screen each; each is loaded when it is opened. */

type Load = () => Promise<ComponentType<SharingProps>>;

const definePart = (name: string, label: string, load: Load) => ({
  name,
  label,
  /** Begins to load it; if that fails, opening it tries again and says so. */
  prepare: () => void load().catch(() => {}),
  Part: lazy(async () => ({ default: await load() })),
});

export const SHARING_PARTS = [
  definePart('link', 'Link', async () => (await import('#app/sharing/link/LinkPart.tsx')).LinkPart),
  definePart('qr', 'QR code', async () => (await import('#app/sharing/code/QrPart.tsx')).QrPart),
  definePart('wallet', 'Wallet', async () => (await import('#app/sharing/wallet/WalletPart.tsx')).WalletPart),
  definePart(
    'address',
    'Address',
    async () => (await import('#app/sharing/address/AddressPart.tsx')).AddressPart,
  ),
  definePart('nfc', 'NFC', async () => (await import('#app/sharing/nfc/NfcPart.tsx')).NfcPart),
  definePart(
    'signature',
    'Email signature',
    async () => (await import('#app/sharing/signature/SignaturePart.tsx')).SignaturePart,
  ),
  definePart(
    'background',
    'Background',
    async () => (await import('#app/sharing/background/BackgroundPart.tsx')).BackgroundPart,
  ),
  definePart('print', 'Print', async () => (await import('#app/sharing/print/PrintPart.tsx')).PrintPart),
  definePart('embed', 'Embed', async () => (await import('#app/sharing/embed/EmbedPart.tsx')).EmbedPart),
];
