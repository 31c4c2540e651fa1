import {
  AtSign,
  CodeXml,
  Link,
  type LucideIcon,
  Nfc,
  Printer,
  QrCode,
  SquarePen,
  Video,
  WalletCards,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { SharingProps } from '#app/sharing/part/SharingPart.tsx';

/** The ways to share a card, one part of the screen each; each is loaded when it is opened. */

type Load = () => Promise<ComponentType<SharingProps>>;

const definePart = (name: string, label: string, Icon: LucideIcon, load: Load) => ({
  name,
  label,
  Icon,
  /** Begins to load it; if that fails, opening it tries again and says so. */
  prepare: () => void load().catch(() => {}),
  Part: lazy(async () => ({ default: await load() })),
});

/** By what one is about to do: hold the card up to someone, send it, or put it where people come across it. */
export const SHARING_GROUPS = [
  {
    title: 'Show',
    parts: [
      definePart('qr', 'QR code', QrCode, async () => (await import('#app/sharing/code/QrPart.tsx')).QrPart),
      definePart(
        'wallet',
        'Wallet',
        WalletCards,
        async () => (await import('#app/sharing/wallet/WalletPart.tsx')).WalletPart,
      ),
      definePart(
        'background',
        'Background',
        Video,
        async () => (await import('#app/sharing/background/BackgroundPart.tsx')).BackgroundPart,
      ),
    ],
  },
  {
    title: 'Send',
    parts: [
      definePart('link', 'Link', Link, async () => (await import('#app/sharing/link/LinkPart.tsx')).LinkPart),
      definePart(
        'address',
        'Short link',
        AtSign,
        async () => (await import('#app/sharing/address/AddressPart.tsx')).AddressPart,
      ),
      definePart(
        'signature',
        'Email signature',
        SquarePen,
        async () => (await import('#app/sharing/signature/SignaturePart.tsx')).SignaturePart,
      ),
    ],
  },
  {
    title: 'Place',
    parts: [
      definePart('nfc', 'NFC', Nfc, async () => (await import('#app/sharing/nfc/NfcPart.tsx')).NfcPart),
      definePart(
        'print',
        'Print',
        Printer,
        async () => (await import('#app/sharing/print/PrintPart.tsx')).PrintPart,
      ),
      definePart(
        'embed',
        'Embed',
        CodeXml,
        async () => (await import('#app/sharing/embed/EmbedPart.tsx')).EmbedPart,
      ),
    ],
  },
];

export const SHARING_PARTS = SHARING_GROUPS.flatMap(({ parts }) => parts);
