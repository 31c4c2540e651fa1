import { describe, expect, it, vi } from 'vitest';
import type { NewSubmission } from '#server/people/contacts/exchange/add-submissions.ts';
import { createSubmissions, NO_BOUNDS } from '#server/people/contacts/exchange/submissions.ts';
import { signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

/** Those who wait to be written while the database is away. */

const server = shareTestServer();

/** Submissions whose statements end as `answer` says. */
function openOn(answer: () => Promise<unknown>) {
  const query = vi.fn(answer);
  const submissions = createSubmissions(
    { pool: { query } as never, canPrepare: false },
    NO_BOUNDS,
    () => new Date(),
  );
  const add = (n: number) => submissions.add({ id: `${n}`, ownerId: 'a', reason: null } as NewSubmission);
  return { query, submissions, add };
}

/** A frozen database. */
const never = () => new Promise(() => {});

describe('While the database does not answer', () => {
  it('so many may wait, and whoever comes next is refused at once', async () => {
    const { add } = openOn(never);
    const refused = vi.fn();
    for (let n = 0; n < 2_000; n += 1) add(n).catch(refused);
    await expect(add(2_000)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
    expect(refused).not.toHaveBeenCalled();
  });

  it('those who wait are refused once it is known', async () => {
    const { add, submissions } = openOn(never);
    const waiting = Promise.allSettled([add(1), add(2)]);
    submissions.pause();
    for (const each of await waiting)
      expect(each).toMatchObject({ reason: { code: 'unavailable', retryAfter: 2 } });
  });

  it('those behind a batch that failed of it are refused with it', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const { add, query } = openOn(async () => {
      throw away;
    });
    const waiting = await Promise.allSettled(Array.from({ length: 500 }, (_, n) => add(n)));
    await expect(add(500)).rejects.toBe(away);
    // The first batch, and the one that came later.
    expect(query).toHaveBeenCalledTimes(2);
    expect(new Set(waiting.map((each) => each.status === 'rejected' && each.reason))).toEqual(
      new Set([away]),
    );
  });
});

it('An hour of the owner is not used up by those who were refused', async () => {
  const { app } = server.running;
  const { cardId, id } = await signUpWithCard(server);
  const giveBack = vi.spyOn(app.limits, 'giveBack');
  const add = vi.spyOn(app.submissions, 'add').mockRejectedValueOnce(new Error('Connection terminated'));
  const sent = { cardId, fullName: 'Bob', email: 'bob@example.com' };
  expect((await server.client()('POST', '/api/contacts/exchange', sent)).status).toBe(503);
  expect(giveBack.mock.calls).toEqual([['exchangeWith', id]]);
  for (const spy of [giveBack, add]) spy.mockRestore();
});
