import { useId } from 'react';

/** A choice between a few options, each with its own tile; radio buttons to keyboards and screen readers. */
export function ChoiceTiles<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; label: string; color?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 py-1.5 text-sm leading-tight hover:border-control has-checked:border-ink has-checked:inset-ring-[0.5px] has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            {option.color && (
              <span
                aria-hidden="true"
                className="size-4 shrink-0 rounded-full border border-control"
                style={{ background: option.color }}
              />
            )}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
