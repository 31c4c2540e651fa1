import { Button } from '#ui/Button.tsx';
import { Progress } from '#ui/Progress.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { ReadFailure } from './reader/messages.ts';
import type { CardReading } from './use-card-reading.ts';

export const NOTHING_READ = 'Nothing could be read. Try with more light, straight from above.';

const FAILURES: Record<ReadFailure, string> = {
  unsupported:
    'This browser cannot read pictures by itself. Type in what the card says, or use a newer browser.',
  network: 'What reading needs could not be loaded. Check your connection and try again.',
  memory: 'This device has too little memory for the picture. Close other tabs, or take a smaller picture.',
  broken: 'The picture could not be read. Try another one, or type in what the card says.',
};
export const failureWords = (why: ReadFailure): string => FAILURES[why];

/** "3.1", in millions of bytes. */
const formatMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** The current step and its progress; null if that is unknown. */
function describeStep(reading: CardReading): { words: string; fraction: number | null } {
  switch (reading.step) {
    case 'sending':
      return { words: 'Sending the picture', fraction: reading.fraction };
    case 'asked':
      return { words: 'The language model is reading the card', fraction: null };
    case 'loading':
      return { words: 'Loading what reads cards', fraction: reading.loaded / Math.max(1, reading.total) };
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
            ? `${formatMegabytes(reading.loaded)} of ${formatMegabytes(reading.total)} MB, only the first time`
            : place}
        </p>
        <Button variant="secondary" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
