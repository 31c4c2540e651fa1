import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { callOutside } from '#test/call-outside.ts';
import * as toasts from '#ui/Toast.tsx';
import { useAddContact } from './add-contact.queries.ts';
import { summaryKey } from './contacts.queries.ts';

const ADA = { fullName: 'Ada' };
/** The bodies that were sent, and the status of each answer; 0 is none. */
let sent: { key: string; metAt: string }[];
let statuses: number[];
/** The body of a conflict. */
let refusal: object;

beforeEach(() => {
  sent = [];
  // On a screen of a team, nothing waits on the device.
  vi.stubGlobal('location', new URL('https://goldleaf.example/contacts?account=team1'));
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    const status = statuses.shift();
    if (!status) throw new TypeError('Failed to fetch');
    return Response.json(status === 409 ? refusal : {}, { status });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const press = async (add: ReturnType<typeof useAddContact>, fields: typeof ADA) => {
  const now = Date.now();
  await add.mutateAsync(fields as Parameters<typeof add.mutateAsync>[0]).catch(() => {});
  // The next press is at another moment.
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(now));
};

describe('A contact that is added by hand', () => {
  it('is sent as before until there is an answer', async () => {
    statuses = [0, 503, 200];
    const add = callOutside(useAddContact);
    for (let count = 0; count < 3; count += 1) await press(add, ADA);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toEqual(sent[0]);
  });

  it('has another key once it was refused and then changed', async () => {
    statuses = [422, 422, 200];
    const add = callOutside(useAddContact);
    for (const fullName of ['Ada', 'Ada', 'Ada Lovelace']) await press(add, { fullName });
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it('is told to be there if a lost answer had added it, and is another one at the next press', async () => {
    statuses = [0, 409, 200];
    refusal = { message: 'This key was used.', fields: { key: 'This key was used.' } };
    const told = vi.spyOn(toasts, 'toast');
    queryClient.setQueryData(summaryKey, { contacts: 1, leads: 0 });
    const add = callOutside(useAddContact);
    for (const fullName of ['Ada', 'Ada Lovelace', 'Ada Lovelace']) await press(add, { fullName });
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(queryClient.getQueryState(summaryKey)?.isInvalidated).toBe(true);
    const titles = told.mock.calls.map(([{ title }]) => title);
    expect(titles).toEqual(['Error', 'Already added', 'Contact added']);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it('is refused as the server says where the list is full', async () => {
    statuses = [0, 409, 409];
    refusal = { message: 'Your list is full.' };
    const told = vi.spyOn(toasts, 'toast');
    const add = callOutside(useAddContact);
    for (const fullName of ['Ada', 'Ada Lovelace', 'Ada Lovelace']) await press(add, { fullName });
    expect(told.mock.lastCall?.[0].description).toBe('Your list is full.');
    expect(sent[2]).toEqual(sent[1]);
  });
});
