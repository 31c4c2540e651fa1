import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();
const person = (name: string) => ({
  username: name,
  email: `${name}@example.com`,
  password: 'correct horse',
  fullName: 'Ada Lovelace',
});

describe('Registration', () => {
  it('starts a trial of 14 days and signs in', async () => {
    const call = server.client();
    const { status, body, headers } = await call('POST', '/api/auth/register', person('ada'));
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      username: 'ada',
      subscriptionStatus: 'trial',
      hasPaid: false,
      isAdmin: false,
    });
    const days = (Date.parse(body.user.trialEndsAt) - Date.parse(body.user.createdAt)) / DAY_MS;
    expect(days).toBe(14);
    expect(headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax/i);
    expect((await call('GET', '/api/auth/me')).body.user.username).toBe('ada');
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('says what is wrong under each field, in the words of the specification', async () => {
    const { status, body } = await server.client()('POST', '/api/auth/register', {
      username: 'ab',
      email: 'x',
      password: '1',
    });
    expect(status).toBe(422);
    expect(body.fields).toEqual({
      username: 'String must contain at least 3 character(s)',
      email: 'Invalid email',
      password: 'String must contain at least 6 character(s)',
      fullName: 'Required',
    });
  });

  it('is whole or not at all: without a session there is no account either', async () => {
    const { db } = server.running.app;
    const register = () => server.client()('POST', '/api/auth/register', person('whole'));
    await db.execute(sql`alter table sessions rename to sessions_away`);
    expect((await register()).status).toBe(500);
    await db.execute(sql`alter table sessions_away rename to sessions`);
    expect((await register()).status).toBe(200);
  });

  it('leaves the browser its session if it cannot be committed', async () => {
    const { db } = server.running.app;
    const call = server.client();
    await call('POST', '/api/auth/register', person('signed-in'));
    await db.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'Away.'; end $$`);
    await db.execute(sql`
      create constraint trigger refuse after insert on users
        deferrable initially deferred for each row execute function refuse()`);
    expect((await call('POST', '/api/auth/register', person('uncommitted'))).status).toBe(500);
    await db.execute(sql`drop function refuse cascade`);
    expect((await call('GET', '/api/auth/me')).body.user).toMatchObject({ username: 'signed-in' });
  });

  it('takes a name however its accents are composed, as do sign-in and the portfolio', async () => {
    const composed = person('ren\u00e9');
    const email = 'rene@example.com';
    expect((await server.client()('POST', '/api/auth/register', { ...composed, email })).status).toBe(200);
    const login = { email: 'rene\u0301', password: composed.password };
    expect((await server.client()('POST', '/api/auth/login', login)).status).toBe(200);
    const page = await server.client()('GET', `/portfolio/${encodeURIComponent('rene\u0301')}`);
    expect([page.status, page.headers.get('location')]).toEqual([
      302,
      `/portfolio/${encodeURIComponent('ren\u00e9')}`,
    ]);
  });

  it.each(['аlice', 'ＡＬＩＣＥ', 'αlice', 'ﬁona', 'Ивaн'])(
    'refuses %s, which looks like a name of another',
    async (username) => {
      const call = server.client();
      const someone = { ...person(`plain${username.length}`), username, email: 'look-alike@example.com' };
      const sentence = expect.stringContaining('letters from one alphabet');
      const refused = await call('POST', '/api/auth/register', someone);
      expect(refused).toMatchObject({ status: 422, body: { fields: { username: sentence } } });
      const account = person(`look${username.codePointAt(0)}x${username.length}`);
      expect((await call('POST', '/api/auth/register', account)).status).toBe(200);
      const changed = await call('PATCH', '/api/account', { username });
      expect(changed).toMatchObject({ status: 422, body: { fields: { username: sentence } } });
    },
  );

  it.each(['admin', 'Support', 'ADRNIN', 'carddav', 'hooks'])(
    'refuses %s, which would pass for the product or its operator',
    async (username) => {
      const call = server.client();
      const sentence = 'This name is reserved. Choose another.';
      const fair = person(`fair-${username}`);
      const someone = { ...fair, username };
      const refused = await call('POST', '/api/auth/register', someone);
      expect(refused).toMatchObject({ status: 422, body: { fields: { username: sentence } } });
      expect((await call('POST', '/api/auth/register', fair)).status).toBe(200);
      const changed = await call('PATCH', '/api/account', { username });
      expect(changed).toMatchObject({ status: 422, body: { fields: { username: sentence } } });
    },
  );

  it('leaves a reserved name to the account that has it', async () => {
    const call = server.client();
    await call('POST', '/api/auth/register', person('earlier'));
    const { db } = server.running.app;
    await db.update(users).set({ username: 'support' }).where(eq(users.username, 'earlier'));
    const changes = { username: 'support', fullName: 'Ada King' };
    expect(await call('PATCH', '/api/account', changes)).toMatchObject({ status: 200 });
  });

  it.each(['Иван', 'Ελένη', '山田太郎', 'محمد', 'José-3', 'kim민수'])('takes %s', async (username) => {
    const someone = { ...person('x'), username, email: `${username.codePointAt(0)}@example.com` };
    expect((await server.client()('POST', '/api/auth/register', someone)).status).toBe(200);
  });

  it('leaves a name that looks like another where it was taken before', async () => {
    const call = server.client();
    await call('POST', '/api/auth/register', person('before'));
    const { db } = server.running.app;
    await db.update(users).set({ username: 'bеfore' }).where(eq(users.username, 'before'));
    const changes = { username: 'bеfore', fullName: 'Ada King' };
    expect(await call('PATCH', '/api/account', changes)).toMatchObject({ status: 200 });
    const login = { email: 'bеfore', password: 'correct horse' };
    expect((await server.client()('POST', '/api/auth/login', login)).status).toBe(200);
  });

  it('lets one of ten take a username at once, in any case', async () => {
    const tries = Array.from({ length: 10 }, (_, i) =>
      server.client()('POST', '/api/auth/register', {
        ...person(i % 2 ? 'Race' : 'race'),
        email: `race${i}@example.com`,
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
  });

  it.each(['{', '[]', 'null', '"x"', ''])('refuses the body %j with a sentence', async (body) => {
    const answer = await server.client()('POST', '/api/auth/register', body, {
      'content-type': 'application/json',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/\.$/);
  });

  it('never makes an administrator of a payload', async () => {
    const payload = { ...person('mallory'), isAdmin: true, subscriptionStatus: 'active' };
    const { body } = await server.client()('POST', '/api/auth/register', payload);
    expect(body.user).toMatchObject({ isAdmin: false, subscriptionStatus: 'trial' });
  });
});

describe('Sign-in', () => {
  it('accepts a username or an email address in any case', async () => {
    await server.client()('POST', '/api/auth/register', person('Grace'));
    for (const email of ['grace', 'GRACE', 'Grace@Example.com']) {
      const { status } = await server.client()('POST', '/api/auth/login', {
        email,
        password: 'correct horse',
      });
      expect(status).toBe(200);
    }
  });

  it('knows letter case beyond ASCII, whatever the locale of the database', async () => {
    const call = server.client();
    const lukasz = { ...person('ŁUKASZ'), email: 'lukasz@example.com' };
    expect((await call('POST', '/api/auth/register', lukasz)).status).toBe(200);
    for (const email of ['ŁUKASZ', 'łukasz', 'Łukasz']) {
      const { status } = await call('POST', '/api/auth/login', { email, password: lukasz.password });
      expect(status, email).toBe(200);
    }
    const twin = { ...person('łukasz'), email: 'twin@example.com' };
    expect((await call('POST', '/api/auth/register', twin)).status).toBe(409);
  });

  it('says the same of an unknown user and a wrong password', async () => {
    const wrong = await server.client()('POST', '/api/auth/login', {
      email: 'grace',
      password: 'wrong horse',
    });
    const unknown = await server.client()('POST', '/api/auth/login', {
      email: 'nobody',
      password: 'wrong horse',
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.message).toBe('Invalid email or password. Please try again.');
  });

  it('ends with sign-out', async () => {
    const call = server.client();
    await call('POST', '/api/auth/register', person('linus'));
    await call('POST', '/api/auth/logout');
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
  });

  it('is refused to another website', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await server.client()(
      'POST',
      '/api/auth/login',
      { email: 'grace', password: 'correct horse' },
      headers,
    );
    expect(answer.status).toBe(403);
  });
});

describe('The account', () => {
  it('ends all other sessions with a new password', async () => {
    const here = server.client();
    const there = server.client();
    await here('POST', '/api/auth/register', person('barbara'));
    await there('POST', '/api/auth/login', { email: 'barbara', password: 'correct horse' });
    expect((await here('PATCH', '/api/account', { password: 'new horse' })).status).toBe(403);
    const change = { password: 'new horse', currentPassword: 'correct horse' };
    expect((await here('PATCH', '/api/account', change)).status).toBe(200);
    expect((await here('GET', '/api/auth/me')).status).toBe(200);
    expect((await there('GET', '/api/auth/me')).status).toBe(401);
  });

  it('changes what is sent and leaves the rest; nobody becomes administrator that way', async () => {
    const call = server.client();
    await call('POST', '/api/auth/register', person('edith'));
    const changes = {
      fullName: '  Edith   Clarke ',
      phoneNumber: '+1 555 010 9999',
      isAdmin: true,
      hasPaid: true,
    };
    const { status, body } = await call('PATCH', '/api/account', changes);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      fullName: 'Edith Clarke',
      username: 'edith',
      isAdmin: false,
      hasPaid: false,
    });
    expect(body.settings).toMatchObject({ phoneNumber: '+1 555 010 9999', autoSmsEnabled: true });
    expect((await call('PATCH', '/api/account', { phoneNumber: '' })).body.settings.phoneNumber).toBeNull();
    expect((await call('PATCH', '/api/account', {})).body.user.fullName).toBe('Edith Clarke');
  });

  it('accepts a new email address only with the password', async () => {
    const call = server.client();
    await call('POST', '/api/auth/register', person('radia'));
    const email = 'radia.new@example.com';
    const refused = await call('PATCH', '/api/account', { email });
    expect(refused).toMatchObject({ status: 403, body: { fields: { currentPassword: expect.any(String) } } });
    const wrong = await call('PATCH', '/api/account', { email, currentPassword: 'wrong horse' });
    expect(wrong.status).toBe(403);
    expect((await call('GET', '/api/auth/me')).body.user.email).toBe('radia@example.com');
    const right = await call('PATCH', '/api/account', { email, currentPassword: 'correct horse' });
    expect(right.body.user.email).toBe(email);
    const login = { email, password: 'correct horse' };
    expect((await server.client()('POST', '/api/auth/login', login)).status).toBe(200);
  });

  it.each([
    [{ username: 'TAKEN', currentPassword: 'correct horse' }, 409, 'username'],
    [{ email: 'Taken@example.com', currentPassword: 'correct horse' }, 409, 'email'],
    [{ username: 'ab' }, 422, 'username'],
    [{ username: 'a b c' }, 422, 'username'],
    [{ email: 'x', currentPassword: 'correct horse' }, 422, 'email'],
    [{ fullName: null }, 422, 'fullName'],
    [{ password: '12345', currentPassword: 'correct horse' }, 422, 'password'],
    [{ autoSmsMessage: '' }, 422, 'autoSmsMessage'],
    [{ isProfileVisible: 'no' }, 422, 'isProfileVisible'],
  ])('refuses %j with %i, names the field and changes nothing', async (changes, status, field) => {
    await server.client()('POST', '/api/auth/register', person('taken'));
    const call = server.client();
    const { status: registered } = await call('POST', '/api/auth/register', person('joan'));
    if (registered === 409)
      await call('POST', '/api/auth/login', { email: 'joan', password: 'correct horse' });
    const before = (await call('GET', '/api/auth/me')).body;
    const answer = await call('PATCH', '/api/account', changes);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    expect((await call('GET', '/api/auth/me')).body).toEqual(before);
  });

  it('cannot be changed while signed out', async () => {
    expect((await server.client()('PATCH', '/api/account', { fullName: 'Mallory' })).status).toBe(401);
  });
});
