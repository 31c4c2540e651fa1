import { type ComponentType, lazy } from 'react';
import type { SharingProps } from '#app/sharing/part/SharingPart.tsx';

/** The ways to share a card, one part of the screen each; each is loaded when it is opened. */

type Load = () => Promise<ComponentType<SharingProps>>;

const part = (name: string, label: string, load: Load) => ({
  name,
  label,
  /** Begins to load it; if that fails, opening it tries again and says so. */
  prepare: () => void load().catch(() => {}),
  Part: lazy(async () => ({ default: await load() })),
});

export const SHARING_PARTS = [
  part('link', 'Link', async () => (await import('#app/sharing/link/LinkPart.tsx')).LinkPart),
  part('qr', 'QR code', async () => (await import('#app/sharing/code/QrPart.tsx')).QrPart),
  part('wallet', 'Wallet', async () => (await import('#app/sharing/wallet/WalletPart.tsx')).WalletPart),
  part('address', 'Address', async () => (await import('#app/sharing/address/AddressPart.tsx')).AddressPart),
  part('nfc', 'NFC', async () => (await import('#app/sharing/nfc/NfcPart.tsx')).NfcPart),
  part(
    'signature',
    'Email signature',
    async () => (await import('#app/sharing/signature/SignaturePart.tsx')).SignaturePart,
  ),
  part(
    'background',
    'Background',
    async () => (await import('#app/sharing/background/BackgroundPart.tsx')).BackgroundPart,
  ),
  part('print', 'Print', async () => (await import('#app/sharing/print/PrintPart.tsx')).PrintPart),
  part('embed', 'Embed', async () => (await import('#app/sharing/embed/EmbedPart.tsx')).EmbedPart),
];
