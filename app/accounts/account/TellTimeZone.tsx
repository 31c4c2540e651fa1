import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { call } from '#app/frame/api/call.ts';
import type { Account } from '#shared/accounts/account.ts';

/** Mails say days as this browser does, until the user chooses another time zone in the settings. */
export function TellTimeZone() {
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
