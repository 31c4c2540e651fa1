import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Saved } from './Saved.tsx';

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
  /** A row of a list: the label stands at the left of the control, where there is room. */
  isRow?: boolean;
  /** For a row whose control saves at once: says that it has. */
  isSaved?: boolean;
}

interface Wired {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A row of a list: what it is about at the left, and the rest beside it, or below where there is no room. */
export const FieldRow = ({ label, children }: { label?: ReactNode; children: ReactNode }) => (
  <div className="flex min-w-0 flex-[1_1_8rem] flex-wrap items-baseline gap-x-4 gap-y-1 py-1">
    <div className="max-w-full shrink-0 basis-40 text-sm text-ink-2">{label}</div>
    <div className="min-w-0 flex-[1_1_12rem] space-y-1">{children}</div>
  </div>
);

/** Label, hint and error around one control, which `children` draws with the attributes it receives. */
export function Field({
  label,
  isLabelHidden = false,
  hint,
  error,
  isRow = false,
  isSaved,
  children,
}: FieldProps & { children: (wired: Wired) => ReactNode }) {
  const id = useId();
  const look = isLabelHidden ? 'sr-only' : isRow ? 'block' : 'block text-sm font-medium';
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const name = (
    <label htmlFor={id} className={look}>
      {label}
    </label>
  );
  const rest = (
    <>
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
    </>
  );
  if (!isRow) {
    return (
      <div className="space-y-1.5">
        {name}
        {rest}
      </div>
    );
  }
  const saved = isSaved !== undefined && <Saved isSaved={isSaved} />;
  return (
    <FieldRow
      label={
        <div className="flex flex-wrap justify-between gap-x-3">
          {name}
          {saved}
        </div>
      }
    >
      {rest}
    </FieldRow>
  );
}

/**
 * A labeled text field; spread react-hook-form's `register(…)` into it. As in a text area, anything may be written from
 * right to left.
 */
export function Input({
  label,
  isLabelHidden,
  hint,
  error,
  isRow,
  isSaved,
  className = '',
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field {...{ label, isLabelHidden, hint, error, isRow, isSaved }}>
      {(wired) => <input dir="auto" {...rest} {...wired} className={`${controlClass(error)} ${className}`} />}
    </Field>
  );
}

/** A labeled text area. */
export function Textarea({
  label,
  isLabelHidden,
  hint,
  error,
  isRow,
  isSaved,
  className = '',
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, isLabelHidden, hint, error, isRow, isSaved }}>
      {(wired) => (
        <textarea
          dir="auto"
          rows={4}
          {...rest}
          {...wired}
          className={`${controlClass(error)} ${className}`}
        />
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
  isRow,
  isSaved,
  ...rest
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field {...{ label, isLabelHidden, hint, error, isRow, isSaved }}>
      {(wired) => (
        <span className="relative block">
          <select {...rest} {...wired} className={`${controlClass(error)} appearance-none pr-10`} />
          <ChevronDown size={18} className="pointer-events-none absolute top-3.5 right-3 text-ink-2" />
        </span>
      )}
    </Field>
  );
}
