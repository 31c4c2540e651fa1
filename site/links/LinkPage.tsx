import { USE_ANYWAY } from '#shared/accounts/password-words.ts';
import { AccountPage, PageField } from './AccountPage.tsx';

/** One button, and what it does. */
export interface LinkForm {
  /** The value sent when it is pressed. */
  action: string;
  label: string;
  heading?: string;
  text?: string;
  /** If given, the form asks for a new password for this username. */
  username?: string;
  error?: string | undefined;
  /** True if the password that was typed is a common one: the next one is used whatever it is. */
  isCommon?: boolean;
  /** True if it is the less likely of two choices. */
  isSecondary?: boolean;
}

export interface LinkPageProps {
  title: string;
  paragraphs: string[];
  forms?: LinkForm[] | undefined;
  next?: { label: string; url: string };
}

/** The page behind a mailed link: a sentence and the buttons that act; opening the page does nothing. */
export function LinkPage({ title, paragraphs, forms = [], next }: LinkPageProps) {
  return (
    <AccountPage title={title}>
      {paragraphs.map((text) => (
        <p key={text} className="lead">
          {text}
        </p>
      ))}
      {forms.map((form) => (
        <ChoiceForm key={form.action} {...form} />
      ))}
      {next && (
        <a className="button" href={next.url}>
          {next.label}
        </a>
      )}
    </AccountPage>
  );
}

function ChoiceForm({ action, label, heading, text, username, error, isCommon, isSecondary }: LinkForm) {
  return (
    <form method="post" className="choice">
      {heading && <h2>{heading}</h2>}
      {text && <p className="lead">{text}</p>}
      <input type="hidden" name="action" value={action} />
      {username !== undefined && (
        <>
          {/* Tells a password manager whose password this is. */}
          <input
            className="unseen"
            name="username"
            autoComplete="username"
            defaultValue={username}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <PageField
            id="password"
            name="password"
            label="New Password"
            type="password"
            autoComplete="new-password"
            hint="At least 6 characters"
            error={error}
          />
        </>
      )}
      {isCommon && <input type="hidden" name="anyway" value="yes" />}
      <button className={isSecondary ? 'button secondary' : 'button'} type="submit">
        {isCommon ? USE_ANYWAY : label}
      </button>
    </form>
  );
}
