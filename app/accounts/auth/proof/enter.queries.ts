import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '#app/frame/api/call.ts';
import type { Failure } from '#app/frame/api/query-client.ts';
import { storeAccount } from '#app/frame/api/session.ts';
import { useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Account } from '#shared/accounts/account.ts';
import { accountKey, sendWhatWaits } from '../auth.queries.ts';

const isSuspended = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'suspended';

/**
 * Signs in or registers; the response becomes the account of this session. Null means that nobody has entered yet. The session of a
 * suspended account has begun, too, with a screen that says so.
 */
export function useEnter<Body, Entered extends Account | null>(
  enter: (body: Body) => Promise<Entered>,
  failure: Failure,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: enter,
    meta: { failure: (_body, error) => (isSuspended(error) ? null : failure) },
    onError(error) {
      if (isSuspended(error)) void navigate(paths.suspended, { state: { message: error.text } });
    },
    onSuccess(account) {
      if (!account) return;
      client.clear();
      client.setQueryData(accountKey, account);
      storeAccount(account);
      sendWhatWaits();
    },
  });
}
