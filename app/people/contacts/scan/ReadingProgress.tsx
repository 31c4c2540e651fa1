import { Button } from '#ui/Button.tsx';
import { Progress } from '#ui/Progress.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { ReadFailure } from './reader/messages.ts';
import type { CardReading } from './use-card-reading.ts';

export const NOTHING_READ = 'We couldn’t read this card. Try better light, straight from above.';

const FAILURES: Record<ReadFailure, string> = {
  unsupported: 'This browser can’t read photos. Type in the details, or use a newer browser.',
  network: 'We couldn’t load the card reader. Check your connection and try again.',
  memory: 'This device is low on memory. Close other tabs, or take a smaller photo.',
  broken: 'We couldn’t read this photo. Try another one, or type in the details.',
};
export const failureWords = (why: ReadFailure): string => FAILURES[why];

/** "3.1", in millions of bytes. */
const formatMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** The current step and its progress; null if that is unknown. */
function describeStep(reading: CardReading): { words: string; fraction: number | null } {
  switch (reading.step) {
    case 'sending':
      return { words: 'Sending the photo', fraction: reading.fraction };
    case 'asked':
      return { words: 'AI is reading the card', fraction: null };
    case 'loading':
      return { words: 'Loading the card reader', fraction: reading.loaded / Math.max(1, reading.total) };
    case 'reading':
      return { words: 'Reading the card', fraction: reading.fraction };
    default:
      return { words: 'Reading the card', fraction: 0 };
  }
}

interface ReadingProgressProps {
  reading: CardReading;
  /** Where the picture is read. */
  place: string;
  onCancel: () => void;
}

/** How far the reading is. What is loaded once is kept by the browser. */
export function ReadingProgress({ reading, place, onCancel }: ReadingProgressProps) {
  const { words, fraction } = describeStep(reading);
  return (
    <div className="space-y-3">
      <p role="status" className="flex items-center gap-3 font-medium">
        {fraction === null && <Spinner />}
        {words}...
      </p>
      {fraction !== null && <Progress label={words} fraction={fraction} />}
      <div className="flex min-h-9 items-center justify-between gap-3">
        <p className="text-sm text-ink-2 tabular-nums">
          {reading.step === 'loading' && reading.total > 0
            ? `${formatMegabytes(reading.loaded)} of ${formatMegabytes(reading.total)} MB, one-time download`
            : place}
        </p>
        <Button variant="secondary" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
