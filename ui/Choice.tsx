import { type ComponentProps, type ReactNode, useId } from 'react';
import { Saved } from './Saved.tsx';

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint?: ReactNode;
}

function Words({
  id,
  label,
  hint,
  className,
}: Pick<ChoiceProps, 'label' | 'hint' | 'className'> & { id: string }) {
  return (
    <div>
      <label htmlFor={id} className={className}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A labeled checkbox. */
export function Checkbox({ label, hint, ...rest }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex min-h-10 items-start gap-3 py-2">
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-5 shrink-0 accent-ink"
      />
      <Words id={id} label={label} hint={hint} className="tick" />
    </div>
  );
}

/** An on/off switch without words, for a table that has them; forms see a checkbox (`checked`, `onChange`, `register`). */
export const Toggle = (rest: Omit<ComponentProps<'input'>, 'type'>) => (
  <input
    {...rest}
    type="checkbox"
    // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its own state
    role="switch"
    className="relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full bg-control transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-surface before:transition-transform checked:bg-ink checked:before:translate-x-5"
  />
);

/** A labeled on/off switch; one that saves at once says so with `isSaved`. */
export function Switch({ label, hint, isSaved, ...rest }: ChoiceProps & { isSaved?: boolean }) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-x-4 py-1">
      <Words id={id} label={label} hint={hint} className="font-medium" />
      <span className="flex items-center">
        {isSaved !== undefined && <Saved isSaved={isSaved} />}
        <Toggle {...rest} id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
      </span>
    </div>
  );
}
