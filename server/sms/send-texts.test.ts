import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { textMessages } from '#server/db/sms-schema.ts';
import { SMS_MONTH_MAX } from '#shared/sms.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { startTestTwilio } from '#test/sms-server.ts';
import { forgetNumbers, sendDueTexts } from './send-texts.ts';

/**
 * Afternoon in Washington and morning in Honolulu; years ahead, so that no job of the queue comes in between. Each test
 * begins a week after the one before.
 */
const clock = { now: new Date('2030-05-13T19:00:00Z') };
let start = clock.now;
const at = (hour: number) =>
  new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate(), hour));
const twilio = startTestTwilio(() => clock.now);
const server = startTestServer(twilio.settings, () => clock.now);
const send = () => sendDueTexts(server.running.app);
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms);
};

let people = 0;
const newNumber = () => {
  people += 1;
  return `+1202555${String(people).padStart(4, '0')}`;
};
interface Owner {
  call: Client;
  cardId: string;
  share(phone?: string, more?: object): Promise<string>;
  /** The owner's texts as their settings show them, newest first. */
  texts(): Promise<
    { id: string; state: string; reason: string | null; waitsUntil: string | null; text: string }[]
  >;
}

async function owner(settings: object = {}, fullName = 'Ada King'): Promise<Owner> {
  const { call } = await signUp(server);
  await call('PATCH', '/api/account', { phoneNumber: '+1 415 555 2671', ...settings });
  const { body: card } = await call('POST', '/api/cards', { name: 'Work', fullName });
  return {
    call,
    cardId: card.id,
    async share(phone = newNumber(), more = {}) {
      const details = { fullName: 'Bob', email: 'bob@example.com', cardId: card.id, phone, smsConsent: true };
      const { status, body } = await server.client()('POST', '/api/contacts/exchange', {
        ...details,
        ...more,
      });
      expect(status).toBe(200);
      return body.id;
    },
    texts: async () => (await call('GET', '/api/sms/messages')).body,
  };
}
const stateOf = async ({ texts }: Owner) => (await texts())[0]?.state;
const post = (path: string, form: Record<string, string>, headers?: Record<string, string>) =>
  server.client()(
    'POST',
    path,
    new URLSearchParams(form).toString(),
    headers ?? twilio.sign(`https://cards.example${path}`, form),
  );
const answer = (from: string, text: string) =>
  post('/api/sms/inbound', { From: from, Body: text, MessageSid: 'SM9' });

beforeEach(async () => {
  start = new Date(start.getTime() + 7 * DAY_MS);
  clock.now = start;
  // What an earlier test left waiting is none of this one's business.
  await server.running.app.db
    .update(textMessages)
    .set({ state: 'not_sent', reason: 'suspended' })
    .where(inArray(textMessages.state, ['waiting', 'sending']));
});

describe('A contact who agreed', () => {
  it('gets one text with the owner’s name and words, and the owner sees it being delivered', async () => {
    const ada = await owner();
    const phone = newNumber();
    await ada.share(phone);
    expect(await stateOf(ada)).toBe('waiting');
    await send();
    await send();
    expect(twilio.messages).toMatchObject([
      {
        to: phone,
        from: '+15005550006',
        body: 'Ada King via Goldleaf: It was great connecting with you! Looking forward to staying in touch. Reply STOP to opt out.',
      },
    ]);
    expect(await stateOf(ada)).toBe('sent');
    const [message] = twilio.messages;
    const address = message?.statusUrl ?? '';
    const path = address.replace('https://cards.example', '');
    expect(path).toMatch(/^\/api\/sms\/status\?text=/);
    const report = { MessageSid: message?.sid ?? '', MessageStatus: 'delivered', AccountSid: 'AC' };
    expect((await post(path, report)).status).toBe(200);
    expect(await stateOf(ada)).toBe('delivered');
    // Reports come late and in any order.
    expect((await post('/api/sms/status', { ...report, MessageStatus: 'sent' })).status).toBe(200);
    expect(await stateOf(ada)).toBe('delivered');
    expect((await ada.call('GET', '/api/sms')).body).toMatchObject({
      countries: ['US'],
      sentThisMonth: 1,
      monthMax: 100,
    });
  });

  it('is told of no carrier’s failure, but the owner is, in words', async () => {
    const ada = await owner();
    await ada.share();
    await send();
    const { sid = '' } = twilio.messages[0] ?? {};
    await post('/api/sms/status', { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30006' });
    expect(await ada.texts()).toMatchObject([
      { state: 'failed', reason: 'It did not arrive: this is a landline, or its carrier takes no texts.' },
    ]);
  });

  it('never gets another from the same owner, not even as a new contact, by another name or weeks later', async () => {
    const ada = await owner();
    const phone = newNumber();
    const id = await ada.share(phone);
    await send();
    await ada.call('DELETE', `/api/contacts/${id}`);
    later(20 * DAY_MS);
    await ada.share(phone, { fullName: 'Robert' });
    await send();
    expect(twilio.messages).toHaveLength(1);
  });
});

describe('A number', () => {
  it('gets one text a day from all owners together; the second comes a day later, the fifth never', async () => {
    const phone = newNumber();
    const owners = await Promise.all(Array.from({ length: 5 }, () => owner()));
    for (const one of owners) await one.share(phone);
    await send();
    expect(twilio.messages).toHaveLength(1);
    for (let day = 1; day <= 4; day += 1) {
      later(DAY_MS);
      await send();
    }
    expect(twilio.messages.length).toBeLessThanOrEqual(4);
    const texts = (await Promise.all(owners.map(({ texts }) => texts()))).flat();
    expect(texts.filter(({ state }) => state === 'sent')).toHaveLength(twilio.messages.length);
    const late = texts.filter(({ state }) => state === 'not_sent');
    expect(late).toHaveLength(5 - twilio.messages.length);
    expect(late[0]?.reason).toBe('The number got texts from others on each of three days.');
  });

  it.each(['STOP', ' stop. '])(
    'that answers “%s” gets no more from anybody, and what waits for it ends',
    async (word) => {
      const phone = newNumber();
      const [ada, grace, linus] = await Promise.all([owner(), owner(), owner()]);
      await ada.share(phone);
      await send();
      await grace.share(phone);
      const { status, text, headers } = await answer(phone, word);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
      expect(text).toContain(
        '<Message>You will get no more texts from Goldleaf. Reply START to allow them again.',
      );
      expect(await grace.texts()).toMatchObject([
        { state: 'not_sent', reason: 'This number answered STOP to a text from this server.' },
      ]);
      later(2 * DAY_MS);
      await linus.share(phone);
      await send();
      expect(await stateOf(linus)).toBe('not_sent');
      expect(twilio.messages).toHaveLength(1);
    },
  );

  it('that answered STOP stays so when accounts are deleted, and gets texts again after START', async () => {
    const phone = newNumber();
    const ada = await owner();
    await ada.share(phone);
    await send();
    await answer(phone, 'stop');
    const { body } = await ada.call('GET', '/api/auth/me');
    const deletion = { username: body.user.username, password: 'correct horse' };
    expect((await ada.call('DELETE', '/api/account', deletion)).status).toBe(200);
    later(3 * DAY_MS);
    await forgetNumbers(server.running.app);
    const grace = await owner();
    await grace.share(phone);
    await send();
    expect(await stateOf(grace)).toBe('not_sent');
    expect((await answer(phone, 'Start')).text).toContain('You can get texts from Goldleaf again.');
    const linus = await owner();
    await linus.share(phone);
    await send();
    expect(await stateOf(linus)).toBe('sent');
  });

  it('gets help when it asks, nothing for anything else, and no second answer where Twilio has answered', async () => {
    expect((await answer(newNumber(), 'help')).text).toContain('Reply STOP to opt out.');
    const empty = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';
    for (const text of ['Nice to meet you, too!', 'Please stop by on Monday', '', '<Message>'.repeat(500)]) {
      expect((await answer(newNumber(), text)).text).toBe(empty);
    }
    const form = { From: newNumber(), Body: 'STOP', OptOutType: 'STOP' };
    expect((await post('/api/sms/inbound', form)).text).toBe(empty);
  });
});

describe('What does not come from Twilio', () => {
  it.each(['/api/sms/status', '/api/sms/inbound'])('is refused at %s and changes nothing', async (path) => {
    const phone = newNumber();
    const ada = await owner();
    await ada.share(phone);
    await send();
    const form = {
      From: phone,
      Body: 'STOP',
      MessageSid: twilio.messages[0]?.sid ?? '',
      MessageStatus: 'failed',
    };
    const right = twilio.sign(`https://cards.example${path}`, form);
    const wrong: (Record<string, string> | undefined)[] = [
      { 'content-type': 'application/x-www-form-urlencoded' },
      { ...right, 'x-twilio-signature': 'x' },
      { ...right, 'x-twilio-signature': '' },
      twilio.sign(`https://other.example${path}`, form),
      twilio.sign(`https://cards.example${path}`, { ...form, Body: 'HELP' }),
    ];
    for (const headers of wrong) expect((await post(path, form, headers)).status).toBe(403);
    const huge = 'x'.repeat(40 * 1024);
    expect((await server.client()('POST', path, huge, right)).status).toBe(413);
    expect(await stateOf(ada)).toBe('sent');
    const grace = await owner();
    later(2 * DAY_MS);
    await grace.share(phone);
    await send();
    expect(await stateOf(grace)).toBe('sent');
  });

  it('is told what is missing in a signed report, and nothing of texts that are not ours', async () => {
    expect((await post('/api/sms/status', { MessageSid: 'SM1' })).status).toBe(400);
    expect((await post('/api/sms/status', { MessageSid: 'SM1', MessageStatus: '<>' })).status).toBe(400);
    expect((await post('/api/sms/status', { MessageSid: 'SM404', MessageStatus: 'sent' })).status).toBe(200);
    expect(
      (await post('/api/sms/status?text=%00', { MessageSid: 'SM404', MessageStatus: 'sent' })).status,
    ).toBe(200);
  });
});

describe('No text goes out', () => {
  it.each([
    ['to another country than the owner’s', {}, '+4915112345678', 'Texts to this country are not sent.'],
    [
      'without a number of the owner’s own',
      { phoneNumber: null },
      undefined,
      'There was no phone number of your own to tell which country texts may go to.',
    ],
    [
      'without its country code',
      { phoneNumber: '0151 12345678' },
      undefined,
      'There was no phone number of your own to tell which country texts may go to.',
    ],
  ])('%s', async (_case, settings, phone, reason) => {
    const ada = await owner(settings);
    await ada.share(phone);
    await send();
    expect(await ada.texts()).toMatchObject([{ state: 'not_sent', reason }]);
    expect(twilio.requests).toEqual([]);
  });

  it.each([
    [
      'the switch is off',
      'Automatic SMS was switched off before it went out.',
      { autoSmsEnabled: false },
      null,
    ],
    ['the contact was deleted', 'The contact was deleted before it went out.', null, 'DELETE'],
    ['the contact has another number', 'The contact’s number was changed after they agreed.', null, 'PATCH'],
  ])('when %s meanwhile', async (_case, reason, settings, method) => {
    const ada = await owner();
    const id = await ada.share();
    if (settings) await ada.call('PATCH', '/api/account', settings);
    if (method) {
      const changes = method === 'PATCH' ? { phone: '+1 202 555 9999' } : undefined;
      expect((await ada.call(method, `/api/contacts/${id}`, changes)).status).toBe(200);
    }
    await send();
    expect(await ada.texts()).toMatchObject([{ state: 'not_sent', reason }]);
    expect(twilio.requests).toEqual([]);
  });

  it('beyond a hundred a month', async () => {
    const ada = await owner();
    const { body } = await ada.call('GET', '/api/auth/me');
    const row = {
      userId: body.user.id,
      ownerName: 'Ada',
      message: 'Hi',
      consentVersion: '1',
      state: 'sent' as const,
    };
    const many = Array.from({ length: SMS_MONTH_MAX }, (_, n) => ({
      ...row,
      id: `${row.userId}${n}`,
      numberHash: String(n),
      createdAt: new Date(start.getTime() - HOUR_MS),
      attemptedAt: start,
    }));
    await server.running.app.db.insert(textMessages).values(many);
    await ada.share();
    await send();
    expect((await ada.texts())[0]?.reason).toBe('You had reached the most texts for a month.');
    clock.now = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1, 19));
    await ada.share();
    await send();
    expect(await stateOf(ada)).toBe('sent');
  });

  it('at night anywhere in the country, but in the morning', async () => {
    clock.now = at(8);
    const ada = await owner();
    await ada.share();
    await send();
    const [text] = await ada.texts();
    // 8:00 in Honolulu, the last place of the country to wake up.
    expect(text).toMatchObject({
      state: 'waiting',
      waitsUntil: at(18).toISOString(),
      reason: 'It is night in a part of this number’s country.',
    });
    expect(twilio.requests).toEqual([]);
    clock.now = at(18);
    await send();
    expect(await stateOf(ada)).toBe('sent');
  });
});

describe('A provider that misbehaves', () => {
  it.each([
    ['has had enough', { status: 429, headers: { 'retry-after': '600' } }, 10 * 60_000, ['POST', 'POST']],
    ['fails', { status: 500 }, 5_000, ['POST', 'GET', 'POST']],
    ['is away', { status: 503, headers: { 'retry-after': '60' } }, 60_000, ['POST', 'GET', 'POST']],
    ['breaks off', { how: 'drop' as const }, 5_000, ['POST', 'GET', 'POST']],
    ['answers without end', { how: 'endless' as const }, 5_000, ['POST', 'GET', 'POST']],
    ['does not know the account', { status: 401, body: { code: 20003 } }, 5_000, ['POST', 'POST']],
  ])('and %s is asked again, no sooner than it says', async (_case, failure, waitMs, requests) => {
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

  it.each([
    ['drops the connection', { how: 'drop' as const, isTaken: true }],
    ['sends garbage', { how: 'garbage' as const, isTaken: true }],
    ['answers something else', { status: 201, body: { sid: 7 }, isTaken: true }],
    ['fails', { status: 502, isTaken: true }],
  ])('takes the text and %s: it is found, and not sent twice', async (_case, failure) => {
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

  it('and cannot tell whether it took a text is believed: it is not sent twice, and the owner learns why', async () => {
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
    ['21211', 'The SMS provider refused it: this is not a phone number.'],
    ['21610', 'The SMS provider refused it: this number has opted out of texts.'],
    ['29999', 'The SMS provider refused it: code 29999.'],
  ])('and refuses a text with %s for good is not asked again', async (code, reason) => {
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
  });

  it('and stays away for three days is given up', async () => {
    const ada = await owner();
    await ada.share();
    for (let round = 0; round < 75; round += 1) {
      twilio.failures.push({ status: 429 });
      await send();
      later(HOUR_MS);
    }
    expect(await ada.texts()).toMatchObject([
      { state: 'not_sent', reason: 'The SMS provider was away for three days.' },
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
