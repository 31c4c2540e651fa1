import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { followPass } from '#server/sharing/wallet/google/google-passes.ts';
import { AppError } from '#shared/contract/errors.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { startTestGoogle } from '#test/google-wallet.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { firstOf } from '#test/thorough.ts';

const ORIGIN = 'https://cards.example.com';
const google = startTestGoogle();
let clock = Date.now();
const server = startTestServer(Object.assign(google.settings, { PUBLIC_URL: ORIGIN }), () => new Date(clock));

const OBJECTS = '/walletobjects/v1/genericObject';
const CLASSES = '/walletobjects/v1/genericClass';

interface Person {
  call: Client;
  cardId: string;
  objectId: string;
}

async function person(fields: Record<string, unknown> = {}): Promise<Person> {
  const { call } = await signUp(server, 'Ada King');
  const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King', ...fields });
  return { call, cardId: body.id, objectId: `${google.issuerId}.${body.id}` };
}

const press = async ({ call, cardId }: Person) => (await call('GET', `/api/wallet/google/${cardId}`)).body;
const change = ({ call, cardId }: Person, fields: object) => call('PUT', `/api/cards/${cardId}`, fields);
/** Does now what the job does within a minute. */
const follow = ({ cardId }: Person) => followPass(server.running.app, { cardId });
const pathOf = ({ objectId }: Person) => `${OBJECTS}/${objectId}`;
/** Requests but those for tokens and the class. */
const calls = () => google.requests.filter((one) => one.includes(OBJECTS));

describe('An owner who chooses Google Wallet', () => {
  it('gets a link to the object that Google was given', async () => {
    const ada = await person({ jobTitle: 'Countess', company: 'Analytical Engines', website: 'ada.example' });
    const { object, saveUrl } = await press(ada);
    expect(google.objects.get(ada.objectId)).toEqual(object);
    expect(object).toMatchObject({
      id: ada.objectId,
      classId: `${google.issuerId}.business-card`,
      state: 'ACTIVE',
      cardTitle: { defaultValue: { language: 'en-US', value: 'Analytical Engines' } },
      subheader: { defaultValue: { value: 'Countess' } },
      barcode: { type: 'QR_CODE', value: `${ORIGIN}/card/${ada.cardId}` },
    });
    expect(object.linksModuleData.uris[0].uri).toBe(`${ORIGIN}/card/${ada.cardId}?via=wallet`);
    expect(google.classes.get(`${google.issuerId}.business-card`)).toMatchObject({
      multipleDevicesAndHoldersAllowedStatus: 'MULTIPLE_HOLDERS',
    });
    const claims = await google.readLink(saveUrl);
    expect(claims).toMatchObject({ typ: 'savetowallet', origins: [ORIGIN], iat: Math.floor(clock / 1000) });
    expect(claims.payload).toEqual({
      genericObjects: [{ id: ada.objectId }],
    });
  });

  it('cannot make the server call Google without end', async () => {
    const ada = await person();
    const take = vi.spyOn(server.running.app.limits, 'take');
    take.mockRejectedValueOnce(new AppError('too_many_requests', 'Too many.', { retryAfter: 1 }));
    expect((await ada.call('GET', `/api/wallet/google/${ada.cardId}`)).status).toBe(429);
    expect(take.mock.lastCall?.[0]).toBe('cardFile');
    expect(calls()).toEqual([]);
    take.mockRestore();
  });

  it('proves who the server is once, for as long as the token lasts', { tags: ['thorough'] }, async () => {
    await Promise.all([press(await person()), press(await person()), press(await person())]);
    const before = google.requests.filter((one) => one === 'POST /token').length;
    expect(before).toBeLessThanOrEqual(1);
    clock += 3_550_000;
    google.revoke();
    await press(await person());
    expect(google.requests.filter((one) => one === 'POST /token')).toHaveLength(before + 1);
    const [assertion] = google.assertions.slice(-1);
    expect(assertion?.exp).toBe((assertion?.iat ?? 0) + 3600);
  });

  it('is asked nothing twice: pressing again calls nobody', async () => {
    const ada = await person();
    const first = await press(ada);
    const sent = google.requests.length;
    expect(await press(ada)).toEqual(first);
    expect(google.requests).toHaveLength(sent);
  });

  it('has an object that is already there patched, and cleared of what the card has not', async () => {
    const ada = await person({ fullName: 'Ada Byron' });
    google.objects.set(ada.objectId, { id: ada.objectId, subheader: { of: 'old' }, logo: { of: 'old' } });
    await press(ada);
    expect(calls()).toEqual([`POST ${OBJECTS}`, `PATCH ${pathOf(ada)}`]);
    const kept = google.objects.get(ada.objectId);
    expect(kept).toMatchObject({ header: { defaultValue: { value: 'Ada Byron' } } });
    expect(kept).not.toHaveProperty('subheader');
    expect(kept).not.toHaveProperty('logo');
  });

  it('gets a new token if Google has forgotten the old one', async () => {
    await press(await person());
    google.revoke();
    const ada = await person();
    await press(ada);
    expect(google.objects.has(ada.objectId)).toBe(true);
  });

  it.each(
    firstOf([
      ['fails', () => google.failures.push({ status: 500 })],
      ['is busy', () => google.failures.push({ status: 429 })],
      ['has a quota', () => google.failures.push({ status: 403, body: '{"error":{"status":"QUOTA"}}' })],
      ['refuses the object', () => google.failures.push({ status: 400, body: 'x'.repeat(10) })],
      ['sends far too much', () => google.failures.push({ status: 200, body: 'x'.repeat(600_000) })],
      ['leads elsewhere', () => google.failures.push({ status: 302, headers: { location: '/token' } })],
      [
        'gives no token',
        () => {
          google.revoke();
          google.tokenFailures.push({ status: 400, body: '{"error":"invalid_grant"}' });
        },
      ],
      [
        'gives a token that is none',
        () => {
          google.revoke();
          google.tokenFailures.push({ status: 200, body: '{"access_token":"a\\nb"}' });
        },
      ],
      ['is not there', () => Object.assign(google, { isSilent: true })],
    ]),
  )('gets a link with the card in it while Google %s, and the object later', async (_case, misbehave) => {
    await press(await person());
    const ada = await person({ jobTitle: 'Countess', primaryPhone: '+44 20 7946 0000' });
    misbehave();
    const { saveUrl } = await press(ada);
    const { payload } = await google.readLink(saveUrl);
    expect(payload.genericClasses).toEqual([
      expect.objectContaining({ id: `${google.issuerId}.business-card` }),
    ]);
    expect(payload.genericObjects[0]).toMatchObject({
      id: ada.objectId,
      header: { defaultValue: { value: 'Ada King' } },
      subheader: { defaultValue: { value: 'Countess' } },
    });
    Object.assign(google, { isSilent: false, failures: [], tokenFailures: [] });
    await follow(ada);
    expect(google.objects.get(ada.objectId)).toMatchObject({ state: 'ACTIVE' });
  });
});

describe('What Google has of a card', () => {
  it('follows the card', async () => {
    const ada = await person({ jobTitle: 'Countess' });
    await press(ada);
    await change(ada, { fullName: 'Ada Lovelace', jobTitle: '' });
    await follow(ada);
    expect(calls().at(-1)).toBe(`PATCH ${pathOf(ada)}`);
    const kept = google.objects.get(ada.objectId);
    expect(kept).toMatchObject({ header: { defaultValue: { value: 'Ada Lovelace' } } });
    expect(kept).not.toHaveProperty('subheader');
    const sent = google.requests.length;
    await follow(ada);
    expect(google.requests).toHaveLength(sent);
  });

  it('is inserted again if Google has lost it', async () => {
    const ada = await person();
    await press(ada);
    google.objects.clear();
    await change(ada, { fullName: 'Ada Lovelace' });
    await follow(ada);
    expect(calls().slice(-2)).toEqual([`PATCH ${pathOf(ada)}`, `POST ${OBJECTS}`]);
    expect(google.objects.has(ada.objectId)).toBe(true);
  });

  it.each([
    [
      'paused',
      (ada: Person) => change(ada, { isActive: false }),
      (ada: Person) => change(ada, { isActive: true }),
    ],
    [
      'hidden',
      ({ call }: Person) => call('PATCH', '/api/account', { isProfileVisible: false }),
      ({ call }: Person) => call('PATCH', '/api/account', { isProfileVisible: true }),
    ],
    [
      'deleted',
      ({ call, cardId }: Person) => call('DELETE', `/api/cards/${cardId}`),
      ({ call, cardId }: Person) => call('POST', `/api/cards/${cardId}/restore`),
    ],
  ])('is expired while the card is %s', async (_how, hide, show) => {
    const ada = await person();
    await press(ada);
    expect((await hide(ada)).status).toBe(200);
    await follow(ada);
    expect(google.objects.get(ada.objectId)).toMatchObject({ state: 'EXPIRED' });
    const sent = google.requests.length;
    await follow(ada);
    expect(google.requests).toHaveLength(sent);
    expect((await show(ada)).status).toBe(200);
    await follow(ada);
    expect(google.objects.get(ada.objectId)).toMatchObject({ state: 'ACTIVE' });
  });

  it('says nothing about the person any more once the account is deleted', async () => {
    const { call, username } = await signUp(server, 'Ada King');
    const { body } = await call('POST', '/api/cards', {
      name: 'Work',
      fullName: 'Ada King',
      primaryPhone: '+44 20 7946 0000',
    });
    await call('GET', `/api/wallet/google/${body.id}`);
    const objectId = `${google.issuerId}.${body.id}`;
    expect(JSON.stringify(google.objects.get(objectId))).toContain('7946');
    const deleted = await call('DELETE', '/api/account', { username, password: PASSWORD });
    expect(deleted.status).toBe(200);
    await expect
      .poll(() => google.objects.get(objectId), { timeout: 15_000 })
      .toMatchObject({ state: 'EXPIRED', header: { defaultValue: { value: 'This card no longer exists' } } });
    expect(JSON.stringify(google.objects.get(objectId))).not.toMatch(/Ada|7946/);
  });

  it('hears of all edits of a minute at once', { tags: ['thorough'] }, async () => {
    const ada = await person();
    await press(ada);
    const { db } = server.running.app;
    const ofCard = sql`name in ('card-changed', 'google-pass') and data->>'cardId' = ${ada.cardId}`;
    // The one that follows the press.
    await db.execute(sql`delete from pgboss.job where ${ofCard}`);
    await change(ada, { fullName: 'Ada Lovelace' });
    await change(ada, { jobTitle: 'Countess' });
    const { rows } = await db.execute<{ wait: number }>(
      sql`select extract(epoch from start_after)::float8 * 1000 as wait from pgboss.job where ${ofCard}`,
    );
    expect(rows).toEqual([{ wait: clock + 50_000 }]);
    const sent = calls().length;
    await db.execute(sql`update pgboss.job set start_after = now() where ${ofCard}`);
    await announceJobs(db);
    await expect
      .poll(() => google.objects.get(ada.objectId), { timeout: 15_000 })
      .toMatchObject({ header: { defaultValue: { value: 'Ada Lovelace' } } });
    expect(calls().slice(sent)).toEqual([`PATCH ${pathOf(ada)}`]);
  });

  it('is brought up to date by the job, however long Google asks to wait', async () => {
    const ada = await person();
    await press(ada);
    await change(ada, { fullName: 'Ada Lovelace' });
    google.failures.push({ status: 429, headers: { 'retry-after': '120' } });
    await follow(ada);
    const { rows } = await server.running.app.db.execute<{ wait: number }>(
      `select extract(epoch from start_after)::float8 * 1000 as wait from pgboss.job
       where name = 'google-pass' and data->>'cardId' = '${ada.cardId}' and state = 'created'
       order by created_on desc limit 1`,
    );
    expect(rows).toEqual([{ wait: clock + 120_000 }]);
    // Nobody else troubles Google meanwhile.
    const sent = google.requests.length;
    await google.readLink((await press(await person())).saveUrl);
    expect(google.requests).toHaveLength(sent);
    clock += 121_000;
    await follow(ada);
    expect(google.objects.get(ada.objectId)).toMatchObject({
      header: { defaultValue: { value: 'Ada Lovelace' } },
    });
  });

  it('is tried again later after any other failure, and given up only if Google refuses it for good', async () => {
    const ada = await person();
    await press(ada);
    await change(ada, { fullName: 'Ada Lovelace' });
    google.failures.push({ status: 503 });
    await expect(follow(ada)).rejects.toThrow('Google answered 503.');
    google.failures.push({ status: 400 });
    await expect(follow(ada)).rejects.toThrow('Google refused a pass with 400.');
    google.failures.push({ status: 200, isDone: true, body: 'not JSON' });
    await follow(ada);
    expect(google.objects.get(ada.objectId)).toMatchObject({
      header: { defaultValue: { value: 'Ada Lovelace' } },
    });
  });

  it('is left alone if the owner never chose Google Wallet', async () => {
    const ada = await person();
    await change(ada, { fullName: 'Ada Lovelace' });
    await follow(ada);
    expect(google.requests).toEqual([]);
  });
});

it('asks for the class of all cards once', async () => {
  await press(await person());
  expect(google.requests.filter((one) => one.includes(CLASSES)).length).toBeLessThanOrEqual(1);
});
