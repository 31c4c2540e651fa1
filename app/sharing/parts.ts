import { type ComponentType, lazy } from 'react';
import type { SharingProps } from './SharingPart.tsx';

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
  part('link', 'Link', async () => (await import('./link/LinkPart.tsx')).LinkPart),
  part('qr', 'QR code', async () => (await import('./qr/QrPart.tsx')).QrPart),
  part('wallet', 'Wallet', async () => (await import('./wallet/WalletPart.tsx')).WalletPart),
  part('address', 'Address', async () => (await import('./address/AddressPart.tsx')).AddressPart),
  part('nfc', 'NFC', async () => (await import('./nfc/NfcPart.tsx')).NfcPart),
  part(
    'signature',
    'Email signature',
    async () => (await import('./signature/SignaturePart.tsx')).SignaturePart,
  ),
  part(
    'background',
    'Background',
    async () => (await import('./background/BackgroundPart.tsx')).BackgroundPart,
  ),
  part('print', 'Print', async () => (await import('./print/PrintPart.tsx')).PrintPart),
  part('embed', 'Embed', async () => (await import('./embed/EmbedPart.tsx')).EmbedPart),
];
