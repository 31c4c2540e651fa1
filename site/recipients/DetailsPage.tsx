import { PRODUCT } from '#shared/contract/constants.ts';
import type { FieldErrors } from '#shared/contract/errors.ts';
import type { Answer } from '#shared/contract/lead-questions.ts';
import { dayFormat } from '#shared/formats/time.ts';
import { legalPaths } from '#shared/pages/legal-paths.ts';
import { type ContactFieldName, contactField } from '#shared/people/contact-fields.ts';
import type { GivenConsent } from '#shared/people/recipients.ts';
import { AccountPage } from '#site/links/AccountPage.tsx';
import styles from './recipients.css?inline';

export interface DetailsPageProps {
  /** The path of the page, which is a secret. */
  path: string;
  ownerName: string;
  /** ISO 8601. */
  sharedAt: string;
  retentionMonths: number | null;
  /** The owner deleted them, and can still undo that: they can only be withdrawn. */
  isDeleted: boolean;
  given: Partial<Record<ContactFieldName, string>>;
  /** The fields that can be corrected. */
  names: ContactFieldName[];
  answers: Answer[];
  consents: GivenConsent[];
  /** The action just completed. */
  done?: 'corrected' | 'withdrawn' | undefined;
  /** The typed values that could not be kept, and their errors. */
  values?: Record<string, string>;
  fields?: FieldErrors;
}

const sayDay = dayFormat('en-US', { dateStyle: 'long' }, null);
const dayOf = (moment: string) => sayDay(new Date(moment));

/** The private page of somebody who left their details with an owner. */
export function DetailsPage(props: DetailsPageProps) {
  const { path, ownerName, sharedAt, retentionMonths, isDeleted, done } = props;
  const until = isDeleted
    ? `${ownerName} deleted them, but can still bring them back unless you withdraw them.`
    : retentionMonths === null
      ? `${ownerName} keeps them until one of you deletes them.`
      : `They are deleted ${retentionMonths} months after the last contact, unless ${ownerName} marks you as someone to stay in touch with.`;
  return (
    <AccountPage title={`What you shared with ${ownerName}`} css={styles}>
      {done && (
        <p className="saved" role="status">
          {done === 'corrected'
            ? `Saved. ${ownerName} has your changes.`
            : `Withdrawn. ${ownerName} can see this.`}
        </p>
      )}
      <p className="lead">
        You left these details on {dayOf(sharedAt)}. {until}{' '}
        <a href={legalPaths.privacy}>How your data is handled</a>
      </p>
      {!isDeleted && <Correction {...props} />}
      <Answers answers={props.answers} />
      {!isDeleted && <Consents ownerName={ownerName} consents={props.consents} />}
      <section>
        <h2>Download your details</h2>
        <p className="lead">Everything you shared, in one file.</p>
        <p className="files">
          <a href={`${path}/details.vcf`}>Contact file (vCard)</a>
          <a href={`${path}/details.json`}>Data file (JSON)</a>
        </p>
      </section>
      <Withdrawal ownerName={ownerName} />
    </AccountPage>
  );
}

function Correction({ names, given, values, fields = {} }: DetailsPageProps) {
  return (
    <form method="post" noValidate>
      <h2>Edit your details</h2>
      <input type="hidden" name="action" value="correct" />
      {names.map((name) => (
        <DetailField key={name} name={name} value={values?.[name] ?? given[name]} error={fields[name]} />
      ))}
      <button className="button" type="submit">
        Save changes
      </button>
    </form>
  );
}

interface DetailFieldProps {
  name: ContactFieldName;
  value: string | undefined;
  error: string | undefined;
}

function DetailField({ name, value, error }: DetailFieldProps) {
  const { kind, autoComplete, label } = contactField(name);
  const common = {
    id: name,
    name,
    autoComplete,
    dir: 'auto',
    defaultValue: value,
    'aria-invalid': error !== undefined,
    'aria-describedby': error && `${name}-note`,
  };
  return (
    <div className="field">
      <label htmlFor={name}>{name === 'notes' ? 'Message' : label}</label>
      {kind === 'text' ? (
        <textarea {...common} rows={4} />
      ) : (
        <input {...common} type={{ mail: 'email', phone: 'tel', link: 'url' }[kind as string] ?? 'text'} />
      )}
      {error && (
        <p id={`${name}-note`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

/** Answers from the time of the meeting, which cannot be corrected. */
function Answers({ answers }: Pick<DetailsPageProps, 'answers'>) {
  if (answers.length === 0) return null;
  return (
    <section>
      <h2>Your answers</h2>
      <dl>
        {answers.map(({ id, label, answer }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Consents({ ownerName, consents }: Pick<DetailsPageProps, 'ownerName' | 'consents'>) {
  if (consents.length === 0) return null;
  return (
    <section>
      <h2>What you agreed to</h2>
      <p className="lead">
        You can withdraw any of these. {ownerName} can see this and keeps your details until you withdraw
        everything.
      </p>
      <ul className="consents">
        {consents.map((consent, nth) => (
          <GivenConsentItem key={consent.key} consent={consent} nth={nth} />
        ))}
      </ul>
    </section>
  );
}

function GivenConsentItem({ consent, nth }: { consent: GivenConsent; nth: number }) {
  const { key, purpose, words, message, isSent, at, withdrawnAt } = consent;
  const id = `consent-${nth}`;
  return (
    <li>
      <p id={id} className="words">
        {words}
      </p>
      {message !== null && <p className="hint">“{message}”</p>}
      <p className="hint">
        Checked on {dayOf(at)}.{withdrawnAt !== null && ` Withdrawn on ${dayOf(withdrawnAt)}.`}
        {purpose === 'text' && (isSent ? ' The text was sent.' : ' The text wasn’t sent.')}
      </p>
      {withdrawnAt === null && (
        <form method="post">
          <input type="hidden" name="action" value="withdraw-consent" />
          <input type="hidden" name="consent" value={key} />
          <button className="button secondary" type="submit" aria-describedby={id}>
            Withdraw this consent
          </button>
        </form>
      )}
    </li>
  );
}

/** Two steps, without a script: unfolding says what happens. */
function Withdrawal({ ownerName }: { ownerName: string }) {
  return (
    <details>
      <summary>Withdraw everything</summary>
      <p className="lead">
        This permanently deletes everything above, and {ownerName} no longer has it on {PRODUCT}. What{' '}
        {ownerName} has saved elsewhere, like on a phone or in a mailbox, only {ownerName} can delete.
      </p>
      <form method="post">
        <input type="hidden" name="action" value="withdraw" />
        <button className="button secondary" type="submit">
          Delete my details
        </button>
      </form>
    </details>
  );
}

/** After that, the link leads nowhere. */
export function WithdrawnPage({ ownerName }: { ownerName: string }) {
  return (
    <AccountPage title="Your details were deleted">
      <p className="lead">
        This link no longer works. {ownerName} can see that someone withdrew, but not who.
      </p>
    </AccountPage>
  );
}
