import { Download } from 'lucide-react';
import { QR_PNG_DEFAULT, QR_PNG_MAX } from '#shared/contract/constants.ts';
import { Button } from '#ui/Button.tsx';
import { type CodeFile, type Look, useSaveCode } from './qr.queries.ts';

const FILES: { label: string; hint: string; file: CodeFile }[] = [
  { label: 'PNG', hint: '300 px, for screens', file: { type: 'png', size: QR_PNG_DEFAULT } },
  { label: 'PNG for print', hint: '2,048 px', file: { type: 'png', size: QR_PNG_MAX } },
  { label: 'SVG', hint: 'Any size, with your name', file: { type: 'svg' } },
  { label: 'PDF', hint: 'For print shops, with your name', file: { type: 'pdf' } },
];

interface DownloadsProps {
  cardId: string;
  look: Look;
  /** Nobody could scan it. */
  isRefused: boolean;
  isWaiting: boolean;
}

export function Downloads({ cardId, look, isRefused, isWaiting }: DownloadsProps) {
  const save = useSaveCode(cardId, look);
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Download</legend>
      <div className="mt-2 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {FILES.map(({ label, hint, file }) => (
          <Button
            key={label}
            variant="secondary"
            className="min-h-14 justify-start! px-4! text-left"
            disabled={isRefused || isWaiting || save.isPending}
            onClick={() => save.mutate(file)}
          >
            <Download size={18} strokeWidth={1.5} aria-hidden="true" />
            <span>
              <span className="block">{label}</span>
              <span className="block text-sm font-normal whitespace-normal text-ink-2">
                {save.isPending && save.variables === file ? 'Generating...' : hint}
              </span>
            </span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
