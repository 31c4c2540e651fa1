import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { textMessages } from '#server/db/schema/messages.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { startTexting, stateOf } from '#test/texting.ts';
import { firstOf } from '#test/thorough.ts';

const { at, clock, later, newNumber, owner, post, send, server, twilio } = startTexting();

describe('A provider that misbehaves', () => {
  it.each(
    firstOf([
      ['has had enough', { status: 429, headers: { 'retry-after': '600' } }, 10 * 60_000, ['POST', 'POST']],
      ['fails', { status: 500 }, 5_000, ['POST', 'GET', 'POST']],
      ['is away', { status: 503, headers: { 'retry-after': '60' } }, 60_000, ['POST', 'GET', 'POST']],
      ['breaks off', { how: 'drop' as const }, 5_000, ['POST', 'GET', 'POST']],
      ['answers without end', { how: 'endless' as const }, 5_000, ['POST', 'GET', 'POST']],
      ['does not know the account', { status: 401, body: { code: 20003 } }, 5_000, ['POST', 'POST']],
      ['does not know our number', { status: 400, body: { code: 21606 } }, 5_000, ['POST', 'POST']],
      ['cannot call us', { status: 400, body: { code: 21609 } }, 5_000, ['POST', 'POST']],
      ['has no number for us', { status: 400, body: { code: 21704 } }, 5_000, ['POST', 'POST']],
    ]),
  )('and %s is asked again, no sooner than it says', async (_case, failure, waitMs, requests) => {
    const ada = await owner();
    await ada.share();
    twilio.failures.push(failure);
    await send();
    later(waitMs - 1_000);
    await send();
    expect(twilio.requests).toHaveLength(1);
    later(1_000);
    await send();
    expect(twilio.requests).toEqual(requests);
    expect(twilio.messages).toHaveLength(1);
    expect(await stateOf(ada)).toBe('sent');
  });

  it.each(
    firstOf([
      ['drops the connection', { how: 'drop' as const, isTaken: true }],
      ['sends garbage', { how: 'garbage' as const, isTaken: true }],
      ['answers something else', { status: 201, body: { sid: 7 }, isTaken: true }],
      ['fails', { status: 502, isTaken: true }],
      ['drops the connection, and shows no words', { how: 'drop' as const, isTaken: true, isRedacted: true }],
    ]),
  )('takes the text and %s: it is found, and not sent twice', async (_case, failure) => {
    const ada = await owner();
    await ada.share();
    twilio.failures.push(failure);
    await send();
    twilio.listFailures.push({ status: 500 }, { how: 'drop' });
    for (let round = 0; round < 5; round += 1) {
      later(HOUR_MS / 4);
      await send();
    }
    expect(twilio.messages).toHaveLength(1);
    expect(twilio.requests.filter((method) => method === 'POST')).toHaveLength(1);
    expect(await stateOf(ada)).toBe('sent');
  });

  it('and cannot tell whether it took a text is believed: it is not sent twice, and the owner learns why', {
    tags: ['thorough'],
  }, async () => {
    const ada = await owner();
    await ada.share();
    twilio.failures.push({ how: 'drop' });
    twilio.listFailures.push({ status: 404 });
    await send();
    later(5_000);
    await send();
    later(DAY_MS);
    await send();
    expect(twilio.requests).toEqual(['POST', 'GET']);
    expect(await ada.texts()).toMatchObject([{ state: 'unknown' }]);
  });

  it.each([
    ['21211', 'The SMS provider rejected it: this isn’t a phone number.'],
    ['21610', 'The SMS provider rejected it: this number has opted out of texts.'],
    ['29999', 'The SMS provider rejected it: code 29999.'],
  ])(
    'and refuses a text with %s for good is not asked again',
    { tags: ['thorough'] },
    async (code, reason) => {
      const phone = newNumber();
      const [ada, grace] = await Promise.all([owner(), owner()]);
      await ada.share(phone);
      twilio.failures.push({ status: 400, body: { code: Number(code), message: 'No', status: 400 } });
      await send();
      expect(await ada.texts()).toMatchObject([{ state: 'refused', reason }]);
      await grace.share(phone);
      await send();
      // Who opted out at the provider has done so here, too; otherwise the number got nothing today.
      expect(await stateOf(grace)).toBe(code === '21610' ? 'not_sent' : 'sent');
    },
  );

  it('and stays away for three days is given up', { tags: ['thorough'] }, async () => {
    const ada = await owner();
    await ada.share();
    for (let round = 0; round < 75; round += 1) {
      twilio.failures.push({ status: 429 });
      await send();
      later(HOUR_MS);
    }
    expect(await ada.texts()).toMatchObject([
      { state: 'not_sent', reason: 'The SMS provider was down for three days.' },
    ]);
    expect(twilio.messages).toEqual([]);
  });
});

describe('A process that was killed', () => {
  /** As the row is left behind between the call and its record. */
  const killedAt = async (id: string) => {
    await server.running.app.db
      .update(textMessages)
      .set({
        state: 'sending',
        attemptedAt: clock.now,
        tries: 1,
        nextAt: new Date(clock.now.getTime() + 20_000),
      })
      .where(and(eq(textMessages.id, id), eq(textMessages.state, 'waiting')));
  };

  it('before the provider got the text: it is sent once by the next', async () => {
    const ada = await owner();
    await killedAt(await ada.share());
    await send();
    expect(twilio.requests).toEqual([]);
    later(20_000);
    await Promise.all([send(), send(), send()]);
    expect(twilio.requests).toEqual(['GET', 'POST']);
    expect(await stateOf(ada)).toBe('sent');
  });

  it('after the provider got it: it is found, with what became of it', async () => {
    const ada = await owner();
    const phone = newNumber();
    const id = await ada.share(phone);
    await killedAt(id);
    const [text] = await ada.texts();
    twilio.messages.push({
      ...{ sid: 'SMfound', status: 'delivered', to: phone, from: '+15005550006', statusUrl: null },
      ...{ body: text?.text ?? '', date_created: clock.now.toUTCString() },
    });
    later(20_000);
    await send();
    expect(twilio.requests).toEqual(['GET']);
    expect(await stateOf(ada)).toBe('delivered');
  });

  it('during the night: what was not sent waits for the morning', async () => {
    const ada = await owner();
    await killedAt(await ada.share());
    clock.now = at(24 + 8);
    await send();
    expect(twilio.requests).toEqual(['GET']);
    expect(await stateOf(ada)).toBe('waiting');
  });
});

describe('A number at the provider', () => {
  it('is stopped and allowed by keywords that the operator chose there', async () => {
    const phone = newNumber();
    const say = (Body: string, OptOutType: string) =>
      post('/api/sms/inbound', { From: phone, Body, OptOutType });
    const next = async () => {
      const ada = await owner();
      await ada.share(phone);
      await send();
      return stateOf(ada);
    };
    await say('NIE WIEDER', 'STOP');
    expect(await next()).toBe('not_sent');
    await say('GERNE', 'START');
    expect(await next()).toBe('sent');
  });

  it('gets no more if it is said to have opted out after the text was taken', async () => {
    const phone = newNumber();
    const [ada, grace] = await Promise.all([owner(), owner()]);
    await ada.share(phone);
    await send();
    const { sid = '' } = twilio.messages[0] ?? {};
    await post('/api/sms/status', { MessageSid: sid, MessageStatus: 'failed', ErrorCode: '21610' });
    expect(await stateOf(ada)).toBe('failed');
    later(2 * DAY_MS);
    await grace.share(phone);
    await send();
    expect(await grace.texts()).toMatchObject([{ state: 'not_sent', reason: 'This number replied STOP.' }]);
  });
});
