import { describe, expect, it } from 'vitest';
import { textMessages } from '#server/db/schema/messages.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { SMS_MONTH_MAX } from '#shared/messages/sms.ts';
import { startTexting, stateOf } from '#test/texting.ts';
import { firstOf } from '#test/thorough.ts';
import { forgetNumbers } from './send-texts.ts';

const { answer, at, clock, later, newNumber, owner, post, send, server, twilio, weekOf } = startTexting();

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
      { state: 'failed', reason: 'It wasn’t delivered: this is a landline or can’t get texts.' },
    ]);
    // A report that comes late does not take the reason away.
    await post('/api/sms/status', { MessageSid: sid, MessageStatus: 'sent' });
    expect(await ada.texts()).toMatchObject([
      { state: 'failed', reason: 'It wasn’t delivered: this is a landline or can’t get texts.' },
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
    expect(await ada.texts()).toMatchObject([
      { contactName: 'Robert', state: 'not_sent', reason: 'This number already had your text.' },
      { state: 'sent', reason: null },
    ]);
  });

  it('shares a number with another whose text waits: one goes out, and the other says why not', async () => {
    const ada = await owner();
    const phone = newNumber();
    await ada.share(phone);
    await ada.share(phone, { fullName: 'Robert' });
    await send();
    expect(twilio.messages).toHaveLength(1);
    // Which of the two goes out is not promised.
    expect((await ada.texts()).sort((a, b) => a.state.localeCompare(b.state))).toMatchObject([
      {
        state: 'not_sent',
        reason: 'Each number gets one text from you, and this one already got it through another contact.',
      },
      { state: 'sent' },
    ]);
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
    expect(late[0]?.reason).toBe('The number got texts from others three days in a row.');
  });

  it.each(firstOf(['STOP', ' stop. ']))(
    'that answers “%s” gets no more, and what waits ends',
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
      expect(await grace.texts()).toMatchObject([{ state: 'not_sent', reason: 'This number replied STOP.' }]);
      later(2 * DAY_MS);
      await linus.share(phone);
      await send();
      expect(await stateOf(linus)).toBe('not_sent');
      expect(twilio.messages).toHaveLength(1);
    },
  );

  it('that answered STOP stays so when accounts are deleted, and gets texts again after START', {
    tags: ['thorough'],
  }, async () => {
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
    const help = (await answer(newNumber(), 'help')).text;
    expect(help).toContain('Reply STOP to opt out. Questions: https://cards.example<');
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
    ['to another country than the owner’s', {}, '+4915112345678', 'We don’t text this country.'],
    [
      'without a number of the owner’s own',
      { phoneNumber: null },
      undefined,
      'You hadn’t added a phone number, so we didn’t know which country to text.',
    ],
    [
      'without its country code',
      { phoneNumber: '0151 12345678' },
      undefined,
      'You hadn’t added a phone number, so we didn’t know which country to text.',
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
      'Automatic SMS was turned off before it was sent.',
      { autoSmsEnabled: false },
      null,
    ],
    ['the contact was deleted', 'The contact was deleted before it was sent.', null, 'DELETE'],
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

  it('beyond a hundred a month', { tags: ['thorough'] }, async () => {
    const ada = await owner();
    const { body } = await ada.call('GET', '/api/auth/me');
    const said = { ownerName: 'Ada', message: 'Hi', consentVersion: '1' };
    const row = { ...said, userId: body.user.id, state: 'sent' as const };
    const many = Array.from({ length: SMS_MONTH_MAX }, (_, n) => ({
      ...row,
      id: `${row.userId}${n}`,
      numberHash: String(n),
      createdAt: new Date(weekOf.start.getTime() - HOUR_MS),
      attemptedAt: weekOf.start,
    }));
    await server.running.app.db.insert(textMessages).values(many);
    await ada.share();
    await send();
    expect((await ada.texts())[0]?.reason).toBe('You reached the monthly limit.');
    clock.now = new Date(Date.UTC(weekOf.start.getUTCFullYear(), weekOf.start.getUTCMonth() + 1, 1, 19));
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
      reason: 'It’s night in part of this number’s country.',
    });
    expect(twilio.requests).toEqual([]);
    clock.now = at(18);
    await send();
    expect(await stateOf(ada)).toBe('sent');
  });
});
