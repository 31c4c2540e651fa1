import { useMutation } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { findFile } from '#app/frame/api/call.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import type { Card } from '#shared/cards/cards.ts';
import { QR_PNG_DEFAULT } from '#shared/contract/constants.ts';
import { qrFileName } from '#shared/formats/file-names.ts';
import { drawQr, QR_STYLES, type QrStyle } from '#site/qr/qr-art.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/Toast.tsx';
import { buildLink, buildMainLink, copyLink } from './copy-link.ts';
import { HiddenLine } from './HiddenLine.tsx';
import { svgUrl } from './qr-png.ts';

/** A card's QR code, drawn in one of four styles. */
export function QrDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const [style, setStyle] = useState<QrStyle>(QR_STYLES[0]);
  const [round, setRound] = useState(0);
  const link = buildLink(card);
  const { svg, isPlaceholder } = drawQr(link, style);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each style and each press of Apply Style redraws, and says so
  useEffect(() => toast({ title: isPlaceholder ? 'QR Code Ready!' : 'QR Code Generated!' }), [style, round]);

  const download = useMutation({
    async mutationFn() {
      const input = { params: { id: card.id }, query: { style: style.id, size: QR_PNG_DEFAULT } };
      saveFrom(await findFile('GET /api/cards/{id}/code.png', input), qrFileName(card.fullName));
    },
    meta: {
      isDownload: true,
      failure: { title: 'Download Failed', always: 'Failed to generate QR code. Please try again.' },
    },
    onSuccess: () => toast({ title: 'QR Code Downloaded!' }),
  });
  return (
    <Dialog isOpen onClose={onClose} title={card.name} description={card.fullName}>
      <HiddenLine card={card} className="mb-3" />
      <div className="rounded-surface border border-line bg-white p-2">
        <img
          key={`${style.id} ${round}`}
          src={svgUrl(svg)}
          alt={`QR code of ${card.name}, ${style.name}`}
          width={QR_PNG_DEFAULT}
          height={QR_PNG_DEFAULT}
          className="mx-auto aspect-square max-w-full"
        />
      </div>
      <div className="mt-3 flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm text-ink-2 wrap-anywhere">{buildMainLink(card)}</p>
        <Button variant="quiet" size="small" className="-mr-3 shrink-0" onClick={() => void copyLink(card)}>
          <Copy size={16} />
          Copy
        </Button>
      </div>
      <StylePicker link={link} chosen={style} onChoose={setStyle} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" className="flex-1" onClick={() => setRound(round + 1)}>
          Apply Style
        </Button>
        <Button className="flex-1" onClick={() => download.mutate()}>
          <Download size={18} />
          Download
        </Button>
      </div>
      <MoreStyles card={card} />
    </Dialog>
  );
}

const MoreStyles = ({ card }: { card: Card }) => (
  <p className="mt-4 text-center text-sm">
    <Link
      to={paths.shareCard(card.id, 'qr')}
      className="inline-flex min-h-9 items-center text-gold-ink underline underline-offset-4"
    >
      More styles, colors, and print
    </Link>
  </p>
);

interface StylePickerProps {
  link: string;
  chosen: QrStyle;
  onChoose: (style: QrStyle) => void;
}

/** Each style as this card's code in it. */
function StylePicker({ link, chosen, onChoose }: StylePickerProps) {
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-sm font-medium">Style</legend>
      <div className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4">
        {QR_STYLES.map((style) => (
          <label
            key={style.id}
            className="flex cursor-pointer flex-col items-center gap-1.5 rounded-control border border-line p-1 text-center text-sm leading-tight has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold min-[370px]:max-sm:flex-row min-[370px]:max-sm:text-left sm:p-1.5"
          >
            <input
              type="radio"
              name="qr-style"
              className="sr-only"
              checked={style.id === chosen.id}
              onChange={() => onChoose(style)}
            />
            <img
              src={svgUrl(drawQr(link, style, { isMoving: false }).svg)}
              alt=""
              width={64}
              height={64}
              className="shrink-0 rounded-md bg-white min-[370px]:max-sm:size-14"
            />
            <span className="min-w-0">{style.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
