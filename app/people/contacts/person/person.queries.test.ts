import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { callOutside } from '#test/call-outside.ts';
import { useContact, useFavorite } from './person.queries.ts';

const WHOLE = { id: 'ada', fullName: 'Ada' };
const KEPT = { ...WHOLE, fullName: 'Ada, as kept', isKept: true };
const FRESH = { ...WHOLE, fullName: 'Ada Lovelace' };

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['a whole contact though the copy answers', WHOLE, KEPT, WHOLE],
  ['what the server says now', WHOLE, FRESH, FRESH],
  ['a whole contact in place of a kept one', KEPT, FRESH, FRESH],
  ['a kept contact where there is no other', KEPT, KEPT, KEPT],
])('shows %s', async (_case, known, answer, shown) => {
  vi.stubGlobal('location', new URL('https://goldleaf.example/contacts/ada'));
  vi.stubGlobal('fetch', async () => Response.json(answer));
  queryClient.setQueryData(['/api/contacts/ada'], known);
  await callOutside(() => useContact('ada')).refetch();
  expect(queryClient.getQueryData(['/api/contacts/ada'])).toEqual(shown);
});

it('marks a favorite as it was shown to be pressed, also if an answer was lost', async () => {
  vi.stubGlobal('location', new URL('https://goldleaf.example/contacts/ada'));
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    if (sent.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ ...WHOLE, isFavorite: true });
  });
  queryClient.setQueryData(['/api/contacts/ada'], { ...WHOLE, isFavorite: false });
  const { mutateAsync } = callOutside(() => useFavorite('ada'));
  await expect(mutateAsync(true)).rejects.toThrow();
  await mutateAsync(true);
  expect(sent).toEqual([{ isFavorite: true }, { isFavorite: true }]);
  expect(queryClient.getQueryData(['/api/contacts/ada'])).toEqual({ ...WHOLE, isFavorite: true });
});
