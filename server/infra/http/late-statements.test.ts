import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

/** Statements that meet a lock which somebody holds, over HTTP. */

/** On a busy machine, a statement that waits for nobody may take half a second. */
const times = {
  visitors: { statementMs: 2_000, lockMs: 10_000 },
  signedIn: { statementMs: 10_000, lockMs: 2_000 },
  jobs: { statementMs: 2_000, lockMs: 10_000 },
};
const server = startTestServer({ RATE_LIMITS: 'on' }, undefined, { times });

const BUSY = 'Goldleaf is too busy for this right now. Please try again in a moment.';

let holder: pg.Client;
let held: Awaited<ReturnType<typeof signUpWithCard>>;
let other: typeof held;

beforeAll(async () => {
  holder = new pg.Client({ connectionString: server.running.app.config.databaseUrl });
  await holder.connect();
  held = await signUpWithCard(server);
  other = await signUpWithCard(server);
});
afterEach(() => holder.query('rollback'));
afterAll(() => holder.end());

const hold = (statement: string) => holder.query(`begin; ${statement}`);
const exchange = (cardId: string) =>
  server.client()('POST', '/api/contacts/exchange', {
    fullName: 'Vera Visitor',
    email: 'vera@example.com',
    cardId,
  });
const rename = ({ call, cardId }: typeof held) => call('PUT', `/api/cards/${cardId}`, { name: 'Renamed' });
const lockOwner = () => hold(`select from users where id = '${held.id}' for update`);

describe('While somebody holds an account,', () => {
  it('a visitor who sends something to it is told in time, and others go on', async () => {
    await lockOwner();
    const [late, soon] = await Promise.all([exchange(held.cardId), exchange(other.cardId)]);
    expect([late.status, late.body.message, late.headers.get('retry-after')]).toEqual([503, BUSY, '5']);
    expect(soon.status).toBe(200);
    await holder.query('rollback');
    expect((await exchange(held.cardId)).status).toBe(200);
  });

  it('its owner is told in time, and others go on', async () => {
    await lockOwner();
    const [late, soon] = await Promise.all([rename(held), rename(other)]);
    expect([late.status, late.body.message, late.headers.get('retry-after')]).toEqual([503, BUSY, '5']);
    expect(soon.status).toBe(200);
    await holder.query('rollback');
    expect((await rename(held)).status).toBe(200);
  });
});

it('A page that cannot be read in time says so as while the database is away', async () => {
  await hold('lock table business_cards in access exclusive mode');
  const page = await fetch(`${server.url}/card/${held.cardId}`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('Who asks for the form to sign in gets it, also where it cannot be known in time whether they are', {
  tags: ['thorough'],
}, async () => {
  await hold('lock table sessions in access exclusive mode');
  expect((await held.call('GET', '/auth/login')).status).toBe(200);
});

it('Limits that cannot be counted in time are counted by each process alone', {
  tags: ['thorough'],
}, async () => {
  await hold('lock table limit_counts in access exclusive mode');
  const wrong = { email: held.username, password: 'wrong password' };
  expect((await server.client()('POST', '/api/auth/login', wrong)).status).toBe(401);
});

it('A job’s statement ends in time, for its own rules to repeat it', { tags: ['thorough'] }, async () => {
  await hold('lock table card_views in access exclusive mode');
  await expect(server.running.app.db.execute('select from card_views')).rejects.toMatchObject({
    cause: { code: '57014' },
  });
});
