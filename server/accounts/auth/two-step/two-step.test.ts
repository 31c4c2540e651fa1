import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { hashToken } from '#server/accounts/auth/session-tokens.ts';
import { recoveryCodes, rememberedDevices, twoStep } from '#server/db/schema/accounts.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { confirmIdentity, PASSWORD, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { firstOf } from '#test/thorough.ts';

const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const limited = startTestServer({ RATE_LIMITS: 'on' }, () => clock.now);
const pass = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

/** The code in an authenticator app, some steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: clock.now.getTime() + steps * 30_000 });

/** A person whose codes are on; a new code is due. */
async function signUpWithCodes(at = server) {
  const person = await signUp(at);
  await confirmIdentity(person.call);
  const { body } = await person.call('POST', '/api/account/two-step');
  const secret = String(body.secret);
  const on = await person.call('POST', '/api/account/two-step/confirm', { code: codeOf(secret) });
  expect(on.status).toBe(200);
  pass(60);
  return { ...person, secret, codes: on.body.recoveryCodes as string[] };
}

const signInAs = (call: Client, username: string, more: object = {}) =>
  call('POST', '/api/auth/login', { email: username, password: PASSWORD, ...more });
const isSignedIn = async (call: Client) => (await call('GET', '/api/auth/me')).status === 200;
const stateOf = async (call: Client) => (await call('GET', '/api/account/security')).body.twoStep;

describe('Two-step verification', () => {
  it('are on only once a code was typed, which brings ten recovery codes and a new token', async () => {
    const { call, username } = await signUp(server);
    expect(await call('POST', '/api/account/two-step')).toMatchObject({
      status: 403,
      body: { code: 'identity_required' },
    });
    await confirmIdentity(call);
    const { body } = await call('POST', '/api/account/two-step');
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toContain(`otpauth://totp/Goldleaf:${username}?issuer=Goldleaf&secret=${body.secret}`);
    expect((await signInAs(server.client(), username)).status).toBe(200);
    const wrong = codeOf(body.secret) === '000000' ? '000001' : '000000';
    const refused = await call('POST', '/api/account/two-step/confirm', { code: wrong });
    expect(refused).toMatchObject({ status: 422, body: { fields: { code: expect.any(String) } } });
    expect((await stateOf(call)).onSince).toBeNull();
    const before = clock.now.toISOString();
    const on = await call('POST', '/api/account/two-step/confirm', { code: codeOf(body.secret) });
    expect(on.headers.get('set-cookie')).toContain('goldleaf_session=');
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    expect(await stateOf(call)).toEqual({ onSince: before, recoveryCodesLeft: 10, rememberedDevices: 0 });
    expect((await call('POST', '/api/account/two-step')).status).toBe(409);
  });

  it('are asked for after the right password only, and give no session without one', async () => {
    const { username, secret } = await signUpWithCodes();
    const call = server.client();
    const wrong = await call('POST', '/api/auth/login', { email: username, password: 'wrong horse' });
    const nobody = await call('POST', '/api/auth/login', { email: 'nobody', password: 'wrong horse' });
    expect(wrong).toMatchObject({ status: 401, text: nobody.text });
    const asked = await signInAs(call, username);
    expect(asked).toMatchObject({ status: 401, body: { code: 'two_step_required' } });
    expect(await isSignedIn(call)).toBe(false);
    const withCode = await call('POST', '/api/auth/login', {
      email: username,
      password: 'wrong horse',
      code: codeOf(secret),
    });
    expect(withCode.text).toBe(nobody.text);
    expect((await signInAs(call, username, { code: codeOf(secret) })).status).toBe(200);
    expect(await isSignedIn(call)).toBe(true);
  });

  it('may follow in a second call of the same browser, for ten minutes', async () => {
    const { username, secret } = await signUpWithCodes();
    const call = server.client();
    expect((await call('POST', '/api/auth/two-step', { code: codeOf(secret) })).status).toBe(401);
    await signInAs(call, username);
    const stranger = await server.client()('POST', '/api/auth/two-step', { code: codeOf(secret) });
    expect(stranger).toMatchObject({ status: 401, body: { code: 'signed_out' } });
    pass(9.9 * 60);
    const finished = await call('POST', '/api/auth/two-step', { code: codeOf(secret) });
    expect(finished).toMatchObject({ status: 200, body: { user: { username } } });
    const late = server.client();
    await signInAs(late, username);
    pass(10 * 60);
    const refused = await late('POST', '/api/auth/two-step', { code: codeOf(secret) });
    expect(refused).toMatchObject({ status: 401, body: { code: 'signed_out' } });
  });

  it('of a sign-in that was begun with the old password are not taken after it has changed', async () => {
    const { call, username, secret } = await signUpWithCodes();
    const thief = server.client();
    await signInAs(thief, username);
    const change = { password: 'battery staple', currentPassword: PASSWORD };
    expect((await call('PATCH', '/api/account', change)).status).toBe(200);
    expect((await thief('POST', '/api/auth/two-step', { code: codeOf(secret) })).status).toBe(401);
  });

  it.each([
    [-1, 200],
    [0, 200],
    [1, 200],
    [-2, 401],
    [2, 401],
  ])('of %i steps away are answered with %i', async (steps, status) => {
    const { username, secret } = await signUpWithCodes();
    const answer = await signInAs(server.client(), username, { code: codeOf(secret, steps) });
    expect(answer.status).toBe(status);
    if (status === 401) expect(Object.keys(answer.body.fields)).toEqual(['code']);
  });

  it('work once, also when fifty arrive together, and no earlier one works afterwards', async () => {
    const { username, secret } = await signUpWithCodes();
    const code = codeOf(secret);
    const tries = Array.from({ length: 50 }, () => signInAs(server.client(), username, { code }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(401)]);
    expect((await signInAs(server.client(), username, { code: codeOf(secret, -1) })).status).toBe(401);
    expect((await signInAs(server.client(), username, { code: codeOf(secret, 1) })).status).toBe(200);
  });

  it('of the setup do not sign in as well', async () => {
    const { username, secret } = await signUpWithCodes();
    expect((await signInAs(server.client(), username, { code: codeOf(secret, -2) })).status).toBe(401);
  });

  it.each(firstOf(['12345', '1234567', 'abcdef', '']))('refuse %j as no code at all', async (code) => {
    const { username } = await signUpWithCodes();
    expect((await signInAs(server.client(), username, { code })).status).toBe(422);
  });

  it('may be typed with a space', { tags: ['thorough'] }, async () => {
    const { username, secret } = await signUpWithCodes();
    const code = codeOf(secret).replace(/^.../, '$& ');
    expect((await signInAs(server.client(), username, { code })).status).toBe(200);
  });

  it('are turned off by the owner only who confirms it, with all that belongs to them', async () => {
    const { call, username, id } = await signUpWithCodes();
    pass(5 * 60);
    expect((await call('DELETE', '/api/account/two-step')).status).toBe(403);
    expect((await stateOf(call)).onSince).not.toBeNull();
    await confirmIdentity(call);
    const off = await call('DELETE', '/api/account/two-step');
    expect(off).toMatchObject({ status: 200, body: { twoStep: { onSince: null, recoveryCodesLeft: 0 } } });
    expect((await signInAs(server.client(), username)).status).toBe(200);
    const { db } = server.running.app;
    const rows = await Promise.all([twoStep, recoveryCodes].map((table) => db.select().from(table)));
    expect(rows.flat().filter(({ userId }) => userId === id)).toEqual([]);
  });
});

describe('A recovery code', () => {
  it('replaces a code once, however it is typed, and the owner is told', async () => {
    const { call, username, codes } = await signUpWithCodes();
    const [first = '', second = ''] = codes;
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')}`;
    expect((await signInAs(server.client(), username, { recoveryCode: typed })).status).toBe(200);
    const again = await signInAs(server.client(), username, { recoveryCode: first });
    expect(again).toMatchObject({ status: 401, body: { fields: { recoveryCode: expect.any(String) } } });
    const browser = server.client();
    await signInAs(browser, username);
    expect((await browser('POST', '/api/auth/two-step', { recoveryCode: second })).status).toBe(200);
    expect((await stateOf(call)).recoveryCodesLeft).toBe(8);
  });

  it('signs in once when fifty try it together', async () => {
    const { username, codes } = await signUpWithCodes();
    const tries = Array.from({ length: 50 }, () =>
      signInAs(server.client(), username, { recoveryCode: codes[0] }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(401)]);
  });

  it('of another account or an older set does not work, and none is stored as it is', async () => {
    const [one, other] = [await signUpWithCodes(), await signUpWithCodes()];
    const [code = ''] = one.codes;
    expect((await signInAs(server.client(), other.username, { recoveryCode: code })).status).toBe(401);
    const stored = await server.running.app.db.select().from(recoveryCodes);
    const hashes = stored.map(({ codeHash }) => codeHash.toString('hex'));
    expect(hashes).not.toContain(hashToken(code).toString('hex'));
    await confirmIdentity(one.call);
    const renewed = await one.call('POST', '/api/account/two-step/recovery-codes');
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await signInAs(server.client(), one.username, { recoveryCode: code })).status).toBe(401);
    const [fresh] = renewed.body.recoveryCodes;
    expect((await signInAs(server.client(), one.username, { recoveryCode: fresh })).status).toBe(200);
  });
});

describe('A remembered device', () => {
  it('is not asked for a code for 30 days, but for the password', async () => {
    const { call, username, secret } = await signUpWithCodes();
    const device = server.client();
    await signInAs(device, username, { code: codeOf(secret), rememberDevice: true });
    await device('POST', '/api/auth/logout');
    pass((29.9 * DAY_MS) / 1000);
    const wrong = await device('POST', '/api/auth/login', { email: username, password: 'wrong horse' });
    expect(wrong.body.code).toBe('signed_out');
    expect((await signInAs(device, username)).status).toBe(200);
    await device('POST', '/api/auth/logout');
    pass((0.2 * DAY_MS) / 1000);
    expect((await signInAs(device, username)).body.code).toBe('two_step_required');
    expect(await isSignedIn(call)).toBe(false);
  });

  it('is one for its account only, and its token is nowhere in the database', async () => {
    const [one, other] = [await signUpWithCodes(), await signUpWithCodes()];
    const device = server.client();
    const { headers } = await signInAs(device, one.username, {
      code: codeOf(one.secret),
      rememberDevice: true,
    });
    const [, token = ''] = /goldleaf_device=([\w-]+)/.exec(headers.get('set-cookie') ?? '') ?? [];
    expect((await signInAs(device, other.username)).status).toBe(401);
    const rows = await server.running.app.db.select().from(rememberedDevices);
    expect(rows.filter(({ tokenHash }) => tokenHash.equals(hashToken(token)))).toHaveLength(1);
  });

  it.each([
    ['its owner forgets all devices', (call: Client) => call('DELETE', '/api/account/two-step/devices')],
    [
      'the password changes',
      (call: Client) => call('PATCH', '/api/account', { password: PASSWORD, currentPassword: PASSWORD }),
    ],
  ])('is asked again once %s', { tags: ['thorough'] }, async (_what, change) => {
    const { call, username, secret } = await signUpWithCodes();
    const device = server.client();
    await signInAs(device, username, { code: codeOf(secret), rememberDevice: true });
    expect((await stateOf(call)).rememberedDevices).toBe(1);
    await confirmIdentity(call);
    expect((await change(call)).status).toBe(200);
    expect((await signInAs(device, username)).body.code).toBe('two_step_required');
  });
});

describe('Guessing codes', () => {
  const guess = (call: Client, username: string, number: number) =>
    signInAs(call, username, { code: String(number).padStart(6, '0') });

  it('ends after a few, from one address or many, while the owner signs in from a browser of theirs', async () => {
    const { call, username, secret } = await signUpWithCodes(limited);
    await call('POST', '/api/auth/logout');
    const stranger = limited.client();
    const answers = [];
    for (let number = 0; number < 60; number += 1) answers.push(await guess(stranger, username, number));
    const checked = answers.filter(({ status }) => status === 401).length;
    expect(checked).toBeLessThanOrEqual(10);
    expect(answers.at(-1)).toMatchObject({ status: 429 });
    expect((await signInAs(call, username, { code: codeOf(secret) })).status).toBe(200);
  });

  it('does not spend the recovery codes of the owner, on a new device of theirs', {
    tags: ['thorough'],
  }, async () => {
    const { username, codes } = await signUpWithCodes(limited);
    for (let number = 0; number < 12; number += 1) await guess(limited.client(), username, number);
    expect((await guess(limited.client(), username, 12)).status).toBe(429);
    const newDevice = limited.client();
    expect((await signInAs(newDevice, username, { recoveryCode: codes[0] })).status).toBe(200);
  });
});
