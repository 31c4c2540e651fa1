import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('#app/frame/api/call.ts', async (original) => ({
  ...(await original<typeof import('#app/frame/api/call.ts')>()),
  call: vi.fn(async () => ({})),
}));
vi.mock('#app/frame/navigation/history.ts', () => ({ browserHistory: {} }));
const wipeAll = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('./on-device.ts', () => ({ onDevice: { wipeAll, askBeforeSignOut: async () => true } }));

beforeEach(() => {
  wipeAll.mockClear();
  // A tab of a browser whose installed app keeps a copy: the tab itself is not installed, and no choice was made.
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => vi.unstubAllGlobals());

const keep = (stored: Record<string, string>) =>
  vi.stubGlobal(
    'localStorage',
    Object.defineProperty({ ...stored }, 'getItem', { value: (name: string) => stored[name] ?? null }),
  );

const ways = {
  'signing out': async () => (await import('#app/accounts/auth/sign-out.ts')).leaveSession(),
  'deleting the account': async () =>
    (await import('#app/accounts/account/account.queries.ts')).endAccount({ username: 'ada' }),
};

it.each(Object.entries(ways))('wipes the copy of the installed app when %s in a tab', async (_way, leave) => {
  keep({ 'offline-copy:abcdefghjk': '1' });
  await leave();
  expect(wipeAll).toHaveBeenCalledOnce();
});

it.each(Object.entries(ways))('loads nothing for it when %s where nothing is kept', async (_way, leave) => {
  keep({});
  await leave();
  expect(wipeAll).not.toHaveBeenCalled();
});
