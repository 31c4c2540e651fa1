import { Button } from '#ui/Button.tsx';
import { Progress } from '#ui/Progress.tsx';
import type { ReadFailure } from './reader/messages.ts';
import type { Reading } from './use-reading.ts';

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
const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** How far the reading is. What is loaded once is kept by the browser. */
export function ReadingProgress({ reading, onCancel }: { reading: Reading; onCancel: () => void }) {
  const isLoading = reading.step === 'loading';
  const words = isLoading ? 'Loading what reads cards' : 'Reading the card';
  const fraction = isLoading
    ? reading.loaded / Math.max(1, reading.total)
    : reading.step === 'reading'
      ? reading.fraction
      : 0;
  return (
    <div className="space-y-3">
      <p role="status" className="font-medium">
        {words}...
      </p>
      <Progress label={words} fraction={fraction} />
      <div className="flex min-h-9 items-center justify-between gap-3">
        <p className="text-sm text-ink-2 tabular-nums">
          {isLoading && reading.total > 0
            ? `${megabytes(reading.loaded)} of ${megabytes(reading.total)} MB, only the first time`
            : 'On this device; the picture goes nowhere.'}
        </p>
        <Button variant="secondary" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
