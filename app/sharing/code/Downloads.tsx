import { Download } from 'lucide-react';
import { QR_PNG_DEFAULT, QR_PNG_MAX } from '#shared/contract/constants.ts';
import { Button } from '#ui/Button.tsx';
import { type CodeFile, type Look, useSaveCode } from './qr.queries.ts';

const PRINT: CodeFile = { type: 'png', size: QR_PNG_MAX };

const OTHERS: { label: string; hint: string; file: CodeFile }[] = [
  { label: 'Small PNG', hint: '300 px, for screens', file: { type: 'png', size: QR_PNG_DEFAULT } },
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

/** The code as files: one that is good anywhere, and the others beneath. */
export function Downloads({ cardId, look, isRefused, isWaiting }: DownloadsProps) {
  const save = useSaveCode(cardId, look);
  // The pressed button keeps the focus.
  const isSaving = (file: CodeFile) => save.isPending && save.variables === file;
  const isDisabled = (file: CodeFile) => isRefused || isWaiting || (save.isPending && !isSaving(file));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          className="max-sm:flex-1"
          disabled={isDisabled(PRINT)}
          isPending={isSaving(PRINT)}
          pendingLabel="Generating..."
          onClick={() => save.mutate(PRINT)}
        >
          <Download size={18} />
          Download PNG
        </Button>
        <p className="text-sm text-ink-2">2,048 px, sharp on screens and paper</p>
      </div>
      <ul aria-label="Other files" className="divide-y divide-line border-y border-line">
        {OTHERS.map(({ label, hint, file }) => (
          <li key={label}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-wrap items-center gap-x-4 py-1.5 text-left hover:text-gold-ink disabled:cursor-not-allowed"
              disabled={isDisabled(file)}
              aria-disabled={isSaving(file) || undefined}
              onClick={() => isSaving(file) || save.mutate(file)}
            >
              <span className="min-w-24 font-medium">{label}</span>
              <span className="min-w-0 flex-1 text-sm text-ink-2">
                {isSaving(file) ? 'Generating...' : hint}
              </span>
              <Download size={18} className="shrink-0" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
