import pg from 'pg';
import { expect, it } from 'vitest';
import { signUp, signUpWithCard } from '#test/factories.ts';
import type { Answer } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

/**
 * When a connection breaks during a request, a read is repeated but a write never is, since it may have been committed.
 */

const server = shareTestServer();

/** Locks a table, waits until the statement of `send` waits for it, ends that connection, and unlocks. */
async function whileConnectionEnds(lock: string, send: () => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: server.running.app.config.databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${lock}`);
  let isAnswered: boolean;
  const ask = () => {
    isAnswered = false;
    return send().finally(() => {
      isAnswered = true;
    });
  };
  let answer = ask();
  const endWaiting = async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    // On a busy machine, it may be answered without having waited, as while the app finds out that a connection ended.
    if (rowCount === 0 && isAnswered) answer = ask();
    return rowCount;
  };
  // Work of the app that other files share may wait for the table at that moment, too.
  await expect
    .poll(endWaiting, { interval: 5, timeout: 20_000 })
    .toBeGreaterThan(0)
    .finally(() => client.end());
  return answer;
}

it('responds to a read whose connection was lost as if nothing had happened', async () => {
  const { call } = await signUp(server);
  await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
  const answer = await whileConnectionEnds('business_cards in access exclusive mode', () =>
    call('GET', '/api/cards'),
  );
  expect([answer.status, answer.body.length]).toEqual([200, 1]);
});

it('does not repeat a GET that has an effect', async () => {
  const { cardId } = await signUpWithCard(server);
  const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const look = () => server.client()('GET', `/api/cards/${cardId}/views.gif`, undefined, visitor);
  const answer = await whileConnectionEnds('business_cards in exclusive mode', look);
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
  expect((await look()).status).toBe(200);
});

it('never repeats a write whose connection was lost', async () => {
  const { call } = await signUp(server);
  const addCard = () => call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
  const answer = await whileConnectionEnds('business_cards in exclusive mode', addCard);
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect((await call('GET', '/api/cards')).body).toEqual([]);
  expect((await addCard()).status).toBe(200);
  expect((await call('GET', '/api/cards')).body).toHaveLength(1);
});
