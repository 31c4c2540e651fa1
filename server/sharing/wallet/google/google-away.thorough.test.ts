import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { signUpWithCard } from '#test/factories.ts';
import { startTestGoogle } from '#test/google-wallet.ts';
import { startTestServer } from '#test/server.ts';
import { followPass } from './google-passes.ts';

const google = startTestGoogle();
/** Ahead of the database's, so that no job of the queue comes in between. */
const clock = Date.now() + 600_000;
const server = startTestServer(
  Object.assign(google.settings, { PUBLIC_URL: 'https://cards.example.com' }),
  () => new Date(clock),
);

it('is asked again by one job for a card, later each time, although it asks for no wait', async () => {
  const { app } = server.running;
  const { call, cardId } = await signUpWithCard(server);
  const follow = (tries?: number) => followPass(app, { cardId, tries });
  await call('GET', `/api/wallet/google/${cardId}`);
  await call('PUT', `/api/cards/${cardId}`, { fullName: 'Ada Byron' });
  const warn = vi.spyOn(app.log, 'warn');
  const waiting = async () =>
    (
      await app.db.execute(sql`
        select extract(epoch from start_after)::float8 * 1000 as wait, data->>'tries' as tries from pgboss.job
        where name = 'google-pass' and data->>'cardId' = ${cardId} and data ? 'tries'`)
    ).rows;
  const away = { status: 503, headers: { 'retry-after': '0' } };
  google.failures.push(away, { status: 503 }, away);
  await follow();
  expect(warn).toHaveBeenCalledWith(
    { cardId, error: 'Google answered 503.', waitMs: 5_000 },
    expect.any(String),
  );
  warn.mockRestore();
  // As after another edit.
  await follow();
  expect(await waiting()).toEqual([{ wait: clock + 5_000, tries: '1' }]);
  await app.db.execute(sql`delete from pgboss.job where data->>'cardId' = ${cardId}`);
  await follow(4);
  expect(await waiting()).toEqual([{ wait: clock + 80_000, tries: '5' }]);
});
