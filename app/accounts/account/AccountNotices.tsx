import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { call } from '#app/frame/api/call.ts';
import { formatDay } from '#app/frame/dates.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Account } from '#shared/accounts/account.ts';

/** The dashboard's notices about mails: the address refuses them, or the time zone of their days is not known yet. */
export function AccountNotices({ account }: { account: Account }) {
  const { user, settings, emailRefusedAt } = account;
  return (
    <>
      {settings.timeZone === null && <TellTimeZone />}
      {emailRefusedAt && (
        <p
          role="status"
          className="mb-8 rounded-surface border border-danger/40 bg-surface px-5 py-4 [overflow-wrap:anywhere]"
        >
          Emails to {user.email} have been bouncing since {formatDay(emailRefusedAt)}.{' '}
          <Link to={paths.dashboardTab('settings')} className="text-gold-ink underline underline-offset-4">
            Check your email address
          </Link>
        </p>
      )}
    </>
  );
}

/** Mails say days as this browser does, until the user chooses another time zone in the settings. */
function TellTimeZone() {
  const client = useQueryClient();
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // Nobody waits for it: without an answer, the dashboard tells it again when it is next opened.
    call('PATCH /api/account', { body: { timeZone } }).then(
      ({ settings }) =>
        client.setQueryData<Account>(
          accountKey,
          (account) =>
            account && { ...account, settings: { ...account.settings, timeZone: settings.timeZone } },
        ),
      () => {},
    );
  }, [client]);
  return null;
}
