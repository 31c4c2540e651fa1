import { type ComponentProps, useState } from 'react';
import { controlClass, Field, type FieldProps } from './Field.tsx';

/** A labeled field for a password, which can be shown while it is typed. */
export function PasswordInput({
  label,
  hint,
  error,
  ...rest
}: Omit<FieldProps, 'isLabelHidden'> & ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => (
        <span className="relative block">
          <input
            {...rest}
            {...wired}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass(error)} pr-18`}
          />
          <button
            type="button"
            aria-controls={wired.id}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-0 min-w-16 rounded-control px-3 text-sm font-medium text-ink-2 hover:text-ink"
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> password</span>
          </button>
        </span>
      )}
    </Field>
  );
}
