import type { InputHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';

/** What the forms for visitors are made of: complete without scripts, and what a script needs to take over. */

const FAILED = 'Failed to share contact';

/** What a form held when it was sent without scripts, and what was wrong with it. */
export interface FormState {
  values: Record<string, string>;
  /** Field name to its sentence. */
  fields: Record<string, string>;
  message?: string | undefined;
  /** When its page was made, in milliseconds since 1970; left out on a page that is kept. */
  shownAt?: number;
}

export const EMPTY_FORM: FormState = { values: {}, fields: {} };

export const exchangeThanks = (owner: string) => `${owner} will see your details in their contact list.`;
export const leadThanks = (owner: string) => `${owner} has your details.`;

export interface FormField {
  name: string;
  label: string;
  kind?: keyof typeof KEYBOARDS;
  autoComplete?: string;
  /** The sentence for a required field that is empty or wrong; without it the field is optional. */
  needed?: string;
  isLong?: boolean;
}

/** What phones show for a kind of text: its keys, and whether they begin words with a capital and correct them. */
const KEYBOARDS = {
  text: { type: 'text' },
  name: { type: 'text', autoCapitalize: 'words', spellCheck: false },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { type: 'tel', inputMode: 'tel' },
  url: { type: 'url', inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
} as const satisfies Record<string, InputHTMLAttributes<HTMLInputElement>>;

interface FieldProps {
  field: FormField;
  state: FormState;
  /** Keeps the ids of two forms on one page apart. */
  prefix: string;
}

export function FormControl({ field, state, prefix }: FieldProps) {
  const { name, label, kind = 'text', autoComplete, needed, isLong } = field;
  const id = `${prefix}-${name}`;
  const error = state.fields[name];
  const common = {
    id,
    name,
    autoComplete,
    required: needed !== undefined,
    'data-needed': needed,
    defaultValue: state.values[name],
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-error`,
  };
  return (
    <div>
      <label htmlFor={id} className={needed ? 'needed' : undefined}>
        {label}
      </label>
      {isLong ? (
        <textarea {...common} rows={3} />
      ) : (
        // The key that ends a line sends the form.
        <input {...common} {...KEYBOARDS[kind]} enterKeyHint="send" />
      )}
      <p className="error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

/**
 * A field that people neither see nor reach: what fills it in is a program, and its form waits for the owner to look at
 * it. Its name is none that browsers complete. With it goes when the page was made.
 */
export function FormTrap({ prefix, shownAt }: { prefix: string; shownAt: number | undefined }) {
  const id = `${prefix}-subject`;
  return (
    <>
      <div className="unseen" aria-hidden="true">
        <label htmlFor={id}>Leave this field empty</label>
        <input id={id} name="subject" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {shownAt !== undefined && <input type="hidden" name="shownAt" value={shownAt} />}
    </>
  );
}

/** What went wrong with the whole form, under the title of the specification's error catalogue; empty until something does. */
export function FormAlert({ message }: { message: string | undefined }) {
  return (
    <p className="failure" role="alert">
      {message && <strong>{FAILED}</strong>}
      {message}
    </p>
  );
}

export function Tick() {
  return (
    <span className="tick">
      <Icon glyph="check" />
    </span>
  );
}
