import { Field } from './Field.tsx';

export interface ColorFieldProps {
  label: string;
  /** As in `FieldProps`. */
  isLabelHidden?: boolean;
  /** `#rrggbb`, or as much of it as has been typed. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

const isHex = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** A color, chosen with the system's picker or typed as `#rrggbb`. */
export function ColorField({ label, isLabelHidden = false, value, error, onChange }: ColorFieldProps) {
  const type = (text: string) => onChange(/^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text);
  return (
    <Field label={label} isLabelHidden={isLabelHidden} error={error}>
      {(wired) => (
        <div
          className={`flex min-h-11 items-center gap-2 rounded-control border bg-surface pr-3 pl-2 has-disabled:opacity-60 outline-gold outline-offset-2 has-[input:not([type=color]):focus-visible]:outline-2 ${error ? 'border-danger' : 'border-control/60'}`}
        >
          <input
            type="color"
            aria-label={`${label}, picker`}
            value={isHex(value) ? value.toLowerCase() : '#000000'}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
            className="size-8 shrink-0 cursor-pointer appearance-none rounded-md border border-line bg-transparent p-0 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded-md [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
          />
          <input
            {...wired}
            value={value}
            maxLength={7}
            spellCheck={false}
            onChange={(event) => type(event.target.value.trim())}
            className="w-full min-w-0 bg-transparent py-1 tabular-nums outline-none"
          />
        </div>
      )}
    </Field>
  );
}
