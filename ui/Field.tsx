import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

const CONTROL =
  'block w-full min-h-11 rounded-control border bg-surface px-3.5 py-2 text-ink placeholder:text-ink-2/80 transition-colors disabled:opacity-60';

export const controlClass = (error: string | undefined) =>
  `${CONTROL} ${error ? 'border-danger' : 'border-control/60 hover:border-control'}`;

export interface FieldProps {
  label: string;
  /** The label is for screen readers only, where position and placeholder make it clear to everyone else. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  /** The message under the field; it also marks the control invalid. */
  error?: string | undefined;
}

interface Wired {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, hint and error around one control, which `children` draws with the attributes it receives. */
export function Field({
  label,
  isLabelHidden = false,
  hint,
  error,
  children,
}: FieldProps & { children: (wired: Wired) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'block text-sm font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-2 wrap-anywhere">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  );
}

/** A labeled text field; spread react-hook-form's `register(…)` into it. */
export function Input({
  label,
  isLabelHidden,
  hint,
  error,
  className = '',
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(wired) => <input {...rest} {...wired} className={`${controlClass(error)} ${className}`} />}
    </Field>
  );
}

/** A labeled text area. */
export function Textarea({
  label,
  isLabelHidden,
  hint,
  error,
  className = '',
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(wired) => (
        <textarea rows={4} {...rest} {...wired} className={`${controlClass(error)} ${className}`} />
      )}
    </Field>
  );
}

/** A labeled native select; its children are `<option>`s. */
export function Select({
  label,
  isLabelHidden,
  hint,
  error,
  ...rest
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(wired) => (
        <span className="relative block">
          <select {...rest} {...wired} className={`${controlClass(error)} appearance-none pr-10`} />
          <ChevronDown
            size={18}
            strokeWidth={1.5}
            aria-hidden="true"
            className="pointer-events-none absolute top-3.5 right-3 text-ink-2"
          />
        </span>
      )}
    </Field>
  );
}
