import type { PublicCard } from '#shared/cards.ts';
import { Layout } from '../Layout.tsx';

const FORM_CSS = [
  'label{display:block;margin:16px 0 4px;font-weight:600}input,textarea{width:100%;padding:12px;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--ink-2);border-radius:10px}',
  '.error{color:var(--danger);margin:4px 0}.buttons{display:flex;gap:12px;margin-top:24px}',
].join('');

const FIELDS = [
  { name: 'fullName', label: 'Full Name', type: 'text', autoComplete: 'name', isRequired: true },
  { name: 'email', label: 'Email Address', type: 'email', autoComplete: 'email', isRequired: true },
  { name: 'phone', label: 'Phone Number', type: 'tel', autoComplete: 'tel', isRequired: false },
  { name: 'company', label: 'Company', type: 'text', autoComplete: 'organization', isRequired: false },
  {
    name: 'jobTitle',
    label: 'Job Title',
    type: 'text',
    autoComplete: 'organization-title',
    isRequired: false,
  },
  { name: 'website', label: 'Website', type: 'text', autoComplete: 'url', isRequired: false },
];

export interface ExchangePageProps {
  card: PublicCard;
  values: Record<string, string>;
  /** Field name to its sentence. */
  fields: Record<string, string>;
  message?: string;
  isShared?: boolean;
}

/** Contact exchange as a plain form: works wherever forms work. */
export function ExchangePage({ card, values, fields, message, isShared }: ExchangePageProps) {
  const back = `/card/${card.id}`;
  if (isShared) {
    return (
      <Layout title="Contact Shared Successfully!" css={FORM_CSS}>
        <main>
          <h1>Contact Shared Successfully!</h1>
          <p>{card.fullName} will see your details in their contact list.</p>
          <a className="button" href={back}>
            Done
          </a>
        </main>
      </Layout>
    );
  }
  return (
    <Layout title="Share Your Contact Information" css={FORM_CSS}>
      <main>
        <h1>Share Your Contact Information</h1>
        <p>Connect with {card.fullName} by sharing your contact details</p>
        {message && (
          <p className="error" role="alert">
            {message}
          </p>
        )}
        <form method="post" action={`${back}/exchange`} noValidate>
          {FIELDS.map(({ name, label, type, autoComplete, isRequired }) => (
            <div key={name}>
              <label htmlFor={name}>{label}</label>
              <input
                id={name}
                name={name}
                type={type}
                autoComplete={autoComplete}
                required={isRequired}
                defaultValue={values[name]}
                aria-invalid={Boolean(fields[name])}
                aria-describedby={fields[name] ? `${name}-error` : undefined}
              />
              {fields[name] && (
                <p className="error" id={`${name}-error`}>
                  {fields[name]}
                </p>
              )}
            </div>
          ))}
          <label htmlFor="notes">Message (optional)</label>
          <textarea id="notes" name="notes" rows={4} defaultValue={values.notes} />
          <div className="buttons">
            <button className="button" type="submit">
              Share Contact
            </button>
            <a className="button quiet" href={back}>
              Cancel
            </a>
          </div>
        </form>
      </main>
    </Layout>
  );
}
