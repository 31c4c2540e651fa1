import type { ReadingModel } from './reader-choice.ts';

interface ReaderChoiceProps {
  available: ReadingModel;
  isModel: boolean;
  onChoose: (reader: 'model' | 'device') => void;
}

/** Says where the picture goes before there is one, and lets the owner keep it here. */
export function ReaderChoice({ available, isModel, onChoose }: ReaderChoiceProps) {
  const choices = [
    {
      value: 'model',
      label: `AI (${available.name})`,
      hint: `Sends the photo to ${available.host}. Better with handwriting and unusual cards.`,
    },
    { value: 'device', label: 'This device', hint: 'The photo stays on your device.' },
  ] as const;
  return (
    <fieldset>
      <legend className="text-sm font-medium">Read with</legend>
      {choices.map(({ value, label, hint }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name="reader"
            checked={isModel === (value === 'model')}
            onChange={() => onChoose(value)}
            className="mt-0.5 size-5 shrink-0 accent-ink"
          />
          <span className="min-w-0 wrap-anywhere">
            {label}
            <span className="block text-sm text-ink-2">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
