import { useId } from 'react';

const LOOKS = {
  box: {
    fieldset: 'inline-flex rounded-control border border-line bg-surface p-0.5',
    option:
      'inline-flex min-h-9 items-center rounded-lg px-3 text-sm font-medium transition-colors has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-offset-2',
  },
  line: {
    fieldset: 'flex border-b border-line',
    option:
      '-mb-px flex min-h-11 flex-1 items-center justify-center border-b-2 border-transparent px-2 has-checked:border-ink has-checked:font-medium has-checked:text-ink has-focus-visible:-outline-offset-2',
  },
};

/**
 * A choice between two or three short words, drawn as one control, or as tabs on a line; radio buttons to keyboards and
 * screen readers.
 */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  look = 'box',
  className = '',
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  look?: keyof typeof LOOKS;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset className={`${LOOKS[look].fieldset} ${className}`}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={`relative cursor-pointer text-ink-2 hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-gold ${LOOKS[look].option}`}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
