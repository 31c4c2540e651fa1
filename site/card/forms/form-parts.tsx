import type { InputHTMLAttributes } from 'react';
import type { PublicCard } from '#shared/cards/cards.ts';
import type { Kind } from '#shared/contract/field-kinds.ts';
import { chooseGreeting } from '#shared/names/names.ts';
import { legalPaths } from '#shared/pages/legal-paths.ts';
import type { ContactField } from '#shared/people/contact-fields.ts';
import { Icon } from '#site/card/Icon.tsx';
import { renderMarkup } from '#site/markup.ts';
import { memoize } from '#site/memoize.ts';

/** The parts of the visitors' forms: complete without scripts, with what the script needs to take over. */

const FAILED = 'Failed to share contact';

/** The content of a form that was sent without scripts, and its errors. */
export interface FormState {
  values: Record<string, string>;
  /** Field name to its message. */
  fields: Record<string, string>;
  message?: string | undefined;
  /** When the page was made, in milliseconds since 1970; left out on a cached page. */
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
  /** The message for a required field that is empty or invalid; without it the field is optional. */
  needed?: string;
  isLong?: boolean;
  /** The options of a choice; without them, something is typed. */
  options?: readonly string[] | undefined;
  /** Stands beside its neighbors that are halves, too. */
  isHalf?: boolean;
}

const KEYBOARD_OF: Partial<Record<Kind, keyof typeof KEYBOARDS>> = {
  line: 'name',
  mail: 'email',
  phone: 'tel',
  link: 'url',
};

/** A field of the tables as a field of a form. */
export function toFormField(name: string, field: ContactField): FormField {
  const { kind, label, autoComplete } = field;
  const keyboard = KEYBOARD_OF[kind];
  return {
    name,
    label,
    ...(keyboard ? { kind: keyboard } : {}),
    ...(autoComplete ? { autoComplete } : {}),
    ...('required' in field && field.required ? { needed: field.required } : {}),
    ...(kind === 'text' ? { isLong: true } : {}),
  };
}

/** Fields in groups: halves that follow each other, and every other field by itself. */
export const toGroups = (fields: FormField[]): FormField[][] =>
  fields.reduce<FormField[][]>((groups, field) => {
    const last = groups.at(-1);
    if (field.isHalf && last?.[0]?.isHalf) last.push(field);
    else groups.push([field]);
    return groups;
  }, []);

/** How phones treat each kind of text: which keyboard, and whether to capitalize and correct words. */
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
  /** Keeps the ids of two forms on one page distinct. */
  prefix: string;
}

/** The script finds the error of a control by this id, as a selector. */
const idOf = (prefix: string, name: string) => `${prefix}-${name.replace('.', '-')}`;

export function FormControl(props: FieldProps) {
  if (props.state !== EMPTY_FORM)
    return (
      <div>
        <Control {...props} />
      </div>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkup has written it, with its escapes
  return <div dangerouslySetInnerHTML={{ __html: drawUnfilled(props) }} />;
}

const UNFILLED_MAX = 500;

/** A field before anything is typed, which is equal on every card: a form is a third of the work that a page is. */
const drawUnfilled = memoize(
  (props: FieldProps) => renderMarkup(<Control {...props} />),
  ({ field, prefix }) => `${prefix} ${JSON.stringify(field)}`,
  UNFILLED_MAX,
);

function Control({ field, state, prefix }: FieldProps) {
  const { name, label, kind = 'text', autoComplete, needed, isLong, options } = field;
  const id = idOf(prefix, name);
  const error = state.fields[name];
  const common = {
    id,
    name,
    // Anything may be written from right to left.
    dir: 'auto',
    autoComplete,
    required: needed !== undefined,
    'data-needed': needed,
    defaultValue: state.values[name],
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-error`,
  };
  return (
    <>
      <label htmlFor={id} className={needed ? 'needed' : undefined}>
        {label}
      </label>
      {options ? (
        <select {...common}>
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : isLong ? (
        <textarea {...common} rows={3} />
      ) : (
        // On the keyboard, Enter is labeled as sending the form.
        <input {...common} {...KEYBOARDS[kind]} enterKeyHint="send" />
      )}
      <p className="error" id={`${id}-error`}>
        {error}
      </p>
    </>
  );
}

interface FormChoiceProps {
  name: string;
  label: string;
  hint?: string;
  state: FormState;
  prefix: string;
  /** The message while it is not ticked, if it has to be. */
  needed?: string;
}

/** A box to tick, with what it means; sent as "true". Never ticked beforehand. */
export function FormChoice({ name, label, hint, state, prefix, needed }: FormChoiceProps) {
  const id = idOf(prefix, name);
  const error = state.fields[name];
  return (
    <div className="choice">
      <input
        id={id}
        name={name}
        type="checkbox"
        value="true"
        required={needed !== undefined}
        data-needed={needed}
        defaultChecked={state.values[name] === 'true'}
        aria-invalid={error ? true : undefined}
        aria-describedby={needed ? `${id}-error` : hint && `${id}-hint`}
      />
      <label htmlFor={id} className={needed ? 'needed' : undefined}>
        {label}
      </label>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {needed && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A sentence on the use of the submitted details. */
export function FormNote({ receivers }: { receivers: string }) {
  return (
    <p className="note">
      Your details go only to {receivers}.{' '}
      <a href={legalPaths.privacy} target="_blank" rel="noopener">
        Privacy
      </a>
    </p>
  );
}

/**
 * A honeypot: people neither see nor reach this field, so whatever fills it in is a program, and the submission waits
 * for the owner's review. No browser autofills its name. It also carries the time the page was made.
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

/** The error of the whole form, under the title from the specification's error catalog; empty until then. */
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

/** Offered to whoever has given their details: those of the owner, in return. */
export function SaveTheirs({ card }: { card: PublicCard }) {
  const name = chooseGreeting(card);
  return (
    <a className="action" href={`/api/cards/${card.id}/vcard`} data-save>
      <span aria-live="polite">{name ? `Save ${name}’s Contact` : 'Save Contact'}</span>
    </a>
  );
}
