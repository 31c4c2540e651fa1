import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import type { Account } from '#shared/accounts/account.ts';
import { callOutside } from '#test/call-outside.ts';

const STORED = { settings: { learnsFromNotes: true } } as unknown as Account;

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('shows a switch as it is stored after two quick changes were refused', async () => {
  const history = { state: null, replaceState() {} };
  const location = new URL('https://goldleaf.example/dashboard');
  vi.stubGlobal('window', { history, location, addEventListener() {} });
  const { useChangeSettings } = await import('./account.queries.ts');
  const { accountKey } = await import('#app/accounts/auth/auth.queries.ts');
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Not now.' }, { status: 409 }));
  const observer = new QueryObserver(queryClient, {
    queryKey: accountKey,
    queryFn: async () => STORED,
    initialData: STORED,
  });
  const stop = observer.subscribe(() => {});
  const settings = () => queryClient.getQueryData<Account>(accountKey)?.settings;
  const { mutateAsync } = callOutside(useChangeSettings);
  const [off, on] = [false, true].map((learnsFromNotes) => ({ learnsFromNotes }) as never);
  const first = mutateAsync(off as never);
  await vi.waitFor(() => expect(settings()).toEqual(off));
  await Promise.allSettled([first, mutateAsync(on as never)]);
  await vi.waitFor(() => expect(settings()).toEqual(STORED.settings));
  stop();
});
