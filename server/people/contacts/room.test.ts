import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { openPool } from '#server/db/open.ts';
import { followContactUse } from '#server/people/contacts/contact-use.ts';
import { purgeSubmissions } from '#server/people/contacts/contacts.jobs.ts';
import { createSubmissions } from '#server/people/contacts/exchange/submissions.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { CONTACT_ROOM } from '#shared/people/contact-room.ts';
import { signUp } from '#test/factories.ts';
import { imported } from '#test/imports.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;

/** The room of accounts that have not paid. */
const roomFor = (people: number, bytes: number = CONTACT_ROOM.trial.bytes) => {
  server.running.app.submissions.room.trial = { people, bytes };
};
afterEach(() => roomFor(CONTACT_ROOM.trial.people));

async function someone() {
  const { call, id } = await signUp(server);
  const fields = {
    name: 'Work',
    fullName: 'Ada King',
    leadCaptureEnabled: true,
    leadCaptureFields: ['phone'],
  };
  const cardId: string = (await call('POST', '/api/cards', fields)).body.id;
  const share = (fullName: string) =>
    server.client()('POST', '/api/contacts/exchange', { cardId, fullName, email: 'b@example.com' });
  return { call, id, cardId, share };
}
const add = (call: Client, fullName = 'By Hand') => call('POST', '/api/contacts', { fullName });
const summaryOf = async (call: Client) => (await call('GET', '/api/contacts/summary')).body;
const waitingOf = async (call: Client) => (await call('GET', '/api/contacts/unreviewed')).body;

async function readFile(call: Client, people: number): Promise<string> {
  const rows = Array.from({ length: people }, (_, n) => `Person ${n},p${n}@example.com`);
  const form = new FormData();
  form.set('file', new File([['Name,Email', ...rows].join('\n')], 'people.csv', { type: 'text/csv' }));
  const { id } = (await call('POST', '/api/import', form)).body;
  await expect
    .poll(async () => (await call('GET', `/api/import/${id}`)).body.state, { timeout: 20_000 })
    .toBe('ready');
  return id;
}

describe('An account whose contacts are full', () => {
  it('keeps what it has, adds none by hand, and adds again when there is room', async () => {
    const { call } = await someone();
    roomFor(2);
    expect([(await add(call)).status, (await add(call)).status]).toEqual([200, 200]);
    const refused = await add(call);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Your contacts are full: 2 /) },
    });
    expect(await summaryOf(call)).toMatchObject({ contacts: 2, use: { people: 2, peopleMax: 2 } });
    roomFor(1);
    expect((await add(call)).status).toBe(409);
    const [first] = (await call('GET', '/api/contacts')).body;
    expect((await call('PATCH', `/api/contacts/${first.id}`, { company: 'New' })).status).toBe(200);
    expect(await summaryOf(call)).toMatchObject({ contacts: 2 });
    roomFor(3);
    expect((await add(call)).status).toBe(200);
  });

  it('still has a file complete the people it has, with more of them than there is room for', {
    tags: ['thorough'],
  }, async () => {
    const { call } = await someone();
    roomFor(3);
    for (const n of [0, 1])
      await call('POST', '/api/contacts', { fullName: `P ${n}`, email: `p${n}@example.com` });
    roomFor(1);
    const file = 'Name,Email,Company\nP 0,p0@example.com,Navy\nP 1,p1@example.com,Navy';
    const done = await imported(call, file, 'people.csv', { duplicates: 'fill' });
    expect(done.progress).toMatchObject({ filled: 2, failed: 0 });
  });

  it('is told to subscribe only if that gives more room', async () => {
    const { call, id } = await someone();
    roomFor(1);
    await add(call);
    expect((await add(call)).body.message).toMatch(/subscribe for more room\.$/);
    const { room } = server.running.app.submissions;
    const { paying } = room;
    await db().execute(
      sql`update users set checkout_completed_at = now(), subscription_status = 'active' where id = ${id}`,
    );
    room.paying = { ...paying, bytes: 1 };
    try {
      expect((await add(call)).body.message).toMatch(/ of text\. Export and delete some\.$/);
    } finally {
      room.paying = paying;
    }
  });

  it('is not exceeded by twenty that are added at once', { tags: ['thorough'] }, async () => {
    const { call } = await someone();
    roomFor(5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(call)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await summaryOf(call)).toMatchObject({ contacts: 5 });
  });

  it('adds no notes beyond its bytes', async () => {
    const { call } = await someone();
    const { id } = (await add(call)).body;
    roomFor(10, 500);
    expect((await call('POST', `/api/contacts/${id}/notes`, { text: 'x'.repeat(900) })).status).toBe(409);
    expect((await call('DELETE', `/api/contacts/${id}`)).status).toBe(200);
    expect((await add(call)).status).toBe(200);
  });

  it('lengthens no contact and no note beyond its bytes, and shortens them', async () => {
    const { call } = await someone();
    const { id } = (await add(call)).body;
    const note = (await call('POST', `/api/contacts/${id}/notes`, { text: 'x'.repeat(50) })).body.id;
    const change = async (company: string) =>
      (await call('PATCH', `/api/contacts/${id}`, { company })).status;
    const rewrite = async (text: string) =>
      (await call('PATCH', `/api/contacts/notes/${note}`, { text })).status;
    expect(await change('a'.repeat(50))).toBe(200);
    roomFor(10, 1);
    // Of the same length, it would leave its history.
    expect([await change('a'.repeat(51)), await change('b'.repeat(50))]).toEqual([409, 409]);
    expect([await rewrite('x'.repeat(51)), await rewrite('y'.repeat(50))]).toEqual([409, 200]);
    expect((await call('GET', `/api/contacts/${id}`)).body.company).toBe('a'.repeat(50));
    expect([await change(''), await rewrite('x')]).toEqual([200, 200]);
    expect((await call('POST', `/api/contacts/${id}/favorite`)).status).toBe(200);
  });

  it.each([{}, { company: 'Navy Ltd' }, { jobTitle: '' }, { company: 'Navy' }, { fullName: 'Ada Kin' }])(
    'may change a contact that was never changed to no longer text, such as %j',
    async (body) => {
      const { call } = await someone();
      const given = { fullName: 'Ada King', company: 'Navy Ltd' };
      const { id } = (await call('POST', '/api/contacts', given)).body;
      roomFor(10, 1);
      expect((await call('PATCH', `/api/contacts/${id}`, body)).status).toBe(200);
    },
  );

  it('brings back what was deleted, and has more room while it pays', async () => {
    const { call, id } = await someone();
    roomFor(2);
    await add(call);
    await add(call);
    await db().execute(
      sql`update users set checkout_completed_at = now(), subscription_status = 'active' where id = ${id}`,
    );
    expect((await add(call)).status).toBe(200);
  });
});

describe('An import', () => {
  it('adds as many as fit, and names those that did not', { tags: ['thorough'] }, async () => {
    const { call } = await someone();
    const id = await readFile(call, 8);
    roomFor(5);
    await call('POST', `/api/import/${id}/start`, {});
    await expect
      .poll(async () => (await call('GET', `/api/import/${id}`)).body.state, { timeout: 20_000 })
      .toBe('done');
    expect((await call('GET', `/api/import/${id}`)).body.progress).toMatchObject({ added: 5, failed: 3 });
    expect((await call('GET', `/api/import/${id}/problems`)).text).toContain('Your contacts are full');
    expect(await summaryOf(call)).toMatchObject({ contacts: 5 });
  });

  it('of which nothing would fit does not begin', { tags: ['thorough'] }, async () => {
    const { call } = await someone();
    await add(call);
    const id = await readFile(call, 2);
    roomFor(1);
    const refused = await call('POST', `/api/import/${id}/start`, {});
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('full') } });
    roomFor(5);
    expect((await call('POST', `/api/import/${id}/start`, {})).status).toBe(200);
    await expect
      .poll(async () => (await call('GET', `/api/import/${id}`)).body.state, { timeout: 20_000 })
      .toBe('done');
  });
});

describe('What visitors send to who has no room', () => {
  it('waits, also after thirty days, and is kept only when there is room', {
    tags: ['thorough'],
  }, async () => {
    const { call, share } = await someone();
    roomFor(1);
    expect([(await share('First')).status, (await share('Second')).status]).toEqual([200, 200]);
    expect(await waitingOf(call)).toMatchObject([{ fullName: 'Second', isOverQuota: true }]);
    const all = { asOf: new Date(Date.now() + DAY_MS).toISOString() };
    expect((await call('POST', '/api/contacts/unreviewed/keep', all)).status).toBe(409);
    const before = clock.now;
    clock.now = new Date(before.getTime() + 31 * DAY_MS);
    await purgeSubmissions(server.running.app);
    clock.now = before;
    expect(await waitingOf(call)).toHaveLength(1);
    roomFor(2);
    expect((await call('POST', '/api/contacts/unreviewed/keep', all)).body.count).toBe(1);
    expect(await summaryOf(call)).toMatchObject({ contacts: 2 });
  });

  it('is refused before it is written when nothing more can wait, until there is room', {
    tags: ['thorough'],
  }, async () => {
    const { call, cardId, share } = await someone();
    const { app } = server.running;
    const usual = app.submissions;
    const pool = openPool({ connectionString: app.config.databaseUrl, max: 2 }, () => {});
    pool.on('error', () => {});
    const bounds = { hourlyMax: null, waitingMax: 1, room: app.submissions.room };
    app.submissions = createSubmissions({ pool, canPrepare: false }, bounds, app.now);
    roomFor(1);
    const page = async (path = '') => (await server.client()('GET', `/card/${cardId}${path}`)).text;
    expect(await page()).toContain('<dialog');
    expect([(await share('First')).status, (await share('Waits')).status]).toEqual([200, 200]);
    expect(await page()).toContain('Ada King can’t receive more contacts right now.');
    expect(await page()).not.toContain('<dialog');
    expect(await page('/exchange')).toContain('Save Contact');
    expect(await share('Too late')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('can’t receive more contacts') },
    });
    const reviewing = '/api/contacts/unreviewed';
    const [waits] = await waitingOf(call);
    const { body: blocked } = await call('POST', `${reviewing}/${waits.id}/block-address`, {});
    expect(await page()).toContain('<dialog');
    await call('POST', `${reviewing}/undo`, { review: blocked.review });
    const all = { asOf: new Date(Date.now() + DAY_MS).toISOString() };
    expect((await call('POST', `${reviewing}/delete`, all)).body.count).toBe(1);
    expect(await page()).toContain('<dialog');
    expect((await share('Waits instead')).status).toBe(200);
    roomFor(5);
    await followContactUse(app);
    expect(await page()).toContain('<dialog');
    expect((await share('Again')).status).toBe(200);
    expect(await summaryOf(call)).toMatchObject({ contacts: 2 });
    app.submissions = usual;
    await pool.end();
  });
});

describe('The owner', () => {
  it('is mailed at 90 and 100 percent, once each', { tags: ['thorough'] }, async () => {
    const { call, id } = await someone();
    roomFor(10);
    const subjects = async () => {
      const { rows } = await db().execute<{ subject: string }>(sql`
        select data->>'subject' as subject from pgboss.job where name = 'mail'
          and data->>'to' = (select email from users where id = ${id}) and data->>'subject' like 'Your contacts%'
        order by created_on`);
      return rows.map(({ subject }) => subject);
    };
    const follow = () => followContactUse(server.running.app);
    for (let n = 0; n < 9; n += 1) await add(call);
    await follow();
    await follow();
    expect(await subjects()).toEqual(['Your contacts are 90 % full']);
    await add(call);
    await follow();
    await follow();
    expect(await subjects()).toEqual(['Your contacts are 90 % full', 'Your contacts are full']);
  });

  it('of a team is led to the list of the team', { tags: ['thorough'] }, async () => {
    const { teamId, admin } = await addWholeTeam(server);
    roomFor(10);
    for (let n = 0; n < 9; n += 1) {
      await admin.call('POST', `/api/contacts?account=${teamId}`, { fullName: 'By Hand' });
    }
    await followContactUse(server.running.app);
    const { rows } = await db().execute<{ text: string }>(sql`
      select data->>'text' as text from pgboss.job where name = 'mail'
        and data->>'subject' = 'Acme: Your contacts are 90 % full'`);
    expect(rows).toEqual([{ text: expect.stringContaining(`/contacts?account=${teamId}`) }]);
  });
});
