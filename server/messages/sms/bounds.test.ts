import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { textNumbers } from '#server/db/schema/messages.ts';
import { users } from '#server/db/schema/users.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { WITH_MAIL } from '#test/mails.ts';
import { startTexting, stateOf } from '#test/texting.ts';

/** The bounds of texts, which cost the operator money: docs/decisions/404. */

const { clock, later, owner, send, server, twilio } = startTexting({ ...WITH_MAIL, SMS_DAILY_MAX: '2' });

async function confirmedOwner() {
  const one = await owner();
  await server.running.app.db.update(users).set({ emailConfirmedAt: clock.now }).where(eq(users.id, one.id));
  return one;
}

it('sends none for an owner who has confirmed no address, says so, and asks nobody for consent', async () => {
  const ada = await owner();
  expect((await ada.call('GET', '/api/sms')).body).toMatchObject({ isConfirmed: false });
  const page = async () => (await server.client()('GET', `/card/${ada.cardId}`)).text;
  expect(await page()).not.toContain('may text me once');
  await ada.share();
  await send();
  expect(twilio.messages).toEqual([]);
  expect(await ada.texts()).toMatchObject([
    { state: 'not_sent', reason: 'You hadn’t confirmed your email address.' },
  ]);
});

it('offers texts as soon as the address is confirmed', async () => {
  const ada = await confirmedOwner();
  expect((await ada.call('GET', '/api/sms')).body).toMatchObject({ isConfirmed: true });
  expect((await server.client()('GET', `/card/${ada.cardId}`)).text).toContain('may text me once');
});

it('sends no more in a day than the server may, for all owners together', {
  tags: ['thorough'],
}, async () => {
  const [ada, bea, cleo] = await Promise.all([confirmedOwner(), confirmedOwner(), confirmedOwner()]);
  const admin = await signUp(server);
  await server.running.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.id));
  const isFull = async () =>
    (await admin.call('GET', '/api/admin/health')).body.problems.join().includes('SMS_DAILY_MAX');
  expect(await isFull()).toBe(false);
  for (const one of [ada, bea]) {
    await one.share();
    await send();
    expect(await stateOf(one)).toBe('sent');
  }
  expect(await isFull()).toBe(true);
  await cleo.share();
  await send();
  expect(await cleo.texts()).toMatchObject([
    { state: 'waiting', reason: 'We’ve sent all the texts we can today.', waitsUntil: expect.any(String) },
  ]);
  expect(twilio.messages).toHaveLength(2);
  later(DAY_MS);
  expect(await isFull()).toBe(false);
  await send();
  expect(await stateOf(cleo)).toBe('sent');
});

it('says once a day in the log that texts wait, also after the limit was lowered', {
  tags: ['thorough'],
}, async () => {
  const warn = vi.spyOn(server.running.app.log, 'warn');
  const said = () => warn.mock.calls.filter(([, words]) => String(words).includes('SMS_DAILY_MAX')).length;
  const full = ['one', 'two', 'three'].map((name) => ({ numberHash: name, textedAt: clock.now }));
  await server.running.app.db.insert(textNumbers).values(full);
  for (const one of [await confirmedOwner(), await confirmedOwner()]) {
    await one.share();
    await send();
    expect(await stateOf(one)).toBe('waiting');
    expect(said()).toBe(1);
  }
  warn.mockRestore();
});
