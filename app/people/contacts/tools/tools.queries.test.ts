import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { callOutside } from '#test/call-outside.ts';
import { useChangeMany } from './tools.queries.ts';

const RUNNING = { id: 'op1', state: 'running', done: 500 };

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits for a change of many contacts while the server is away, for the account it was begun for', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('https://goldleaf.example/contacts?account=team1'));
  const asked: string[] = [];
  const answers = [
    () => Response.json(RUNNING),
    () => Response.error(),
    () => new Response('', { status: 503 }),
    () => Response.json({ ...RUNNING, state: 'done', done: 900 }),
  ];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const answer = answers.shift()?.();
    if (!answer || answer.type === 'error') throw new TypeError('Failed to fetch');
    return answer;
  });
  const { mutateAsync } = callOutside(useChangeMany);
  const changing = mutateAsync({ action: 'favorite', filter: 'all' } as never);
  await vi.advanceTimersByTimeAsync(100);
  vi.stubGlobal('location', new URL('https://goldleaf.example/cards'));
  const changed = expect(changing).resolves.toMatchObject({ done: 900, account: 'team1' });
  await vi.advanceTimersByTimeAsync(10_000);
  await changed;
  const poll = '/api/contacts/operations/op1?account=team1';
  expect(asked).toEqual(['/api/contacts/bulk?account=team1', poll, poll, poll]);
});
