import { screens } from '#shared/contract/screens.ts';
import { AccountPage, PageField } from './AccountPage.tsx';

export interface ForgotPageProps {
  /** The person to ask, if the server sends no mail. */
  contact: { name: string; url: string | null } | null;
  login?: string | undefined;
  error?: string | undefined;
  /** The link was asked for. */
  isAsked?: boolean;
}

/** Asks for a link to set a new password; says the same whether or not there is such an account. */
export function ForgotPage({ contact, login, error, isAsked }: ForgotPageProps) {
  return (
    <AccountPage title={isAsked ? 'Check your email' : 'Forgot your password?'}>
      {contact && <NoMail contact={contact} />}
      {!contact && isAsked && <Asked login={login ?? ''} />}
      {!contact && !isAsked && <AskForm login={login} error={error} />}
      <p className="aside">
        <a href={screens.signIn}>Back to sign in</a>
      </p>
    </AccountPage>
  );
}

function NoMail({ contact: { name, url } }: { contact: NonNullable<ForgotPageProps['contact']> }) {
  return <p className="lead">To set a new password, ask {url ? <a href={url}>{name}</a> : name}.</p>;
}

function Asked({ login }: { login: string }) {
  return (
    <>
      <p className="lead" role="status">
        If {login} has an account with an email address, we’ve sent a link to set a new password. It works
        once and expires in one hour.
      </p>
      <p className="lead">Didn’t get it? Check spam, or try again.</p>
      <form method="get" className="choice">
        <input type="hidden" name="for" value={login} />
        <button className="button secondary" type="submit">
          Try again
        </button>
      </form>
    </>
  );
}

function AskForm({ login, error }: Pick<ForgotPageProps, 'login' | 'error'>) {
  return (
    <>
      <p className="lead">We’ll email you a link to set a new one.</p>
      <form method="post" noValidate className="choice">
        <PageField
          id="email"
          name="email"
          label="Username or Email Address"
          type="text"
          autoComplete="username"
          defaultValue={login}
          error={error}
        />
        <button className="button" type="submit">
          Email me a link
        </button>
      </form>
    </>
  );
}
