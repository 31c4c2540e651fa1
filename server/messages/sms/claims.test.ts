import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { textMessages, textNumbers } from '#server/db/schema/messages.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { signUp } from '#test/factories.ts';
import { addTeam } from '#test/teams.ts';
import { startTexting, stateOf } from '#test/texting.ts';
import { forgetNumbers, sendDueTexts } from './send-texts.ts';

const { answer, clock, later, newNumber, owner, send, server, twilio } = startTexting();

describe('A text', () => {
  /** The server at work, whose clock goes on by these milliseconds each time that it is read. */
  function sendWith(steps: (nth: number) => number) {
    let reads = 0;
    const now = () => {
      later(steps(reads++));
      return clock.now;
    };
    return sendDueTexts({ ...server.running.app, now });
  }

  const attemptOf = async (id: string) => {
    const { db } = server.running.app;
    const [row] = await db
      .select({ attemptedAt: textMessages.attemptedAt })
      .from(textMessages)
      .where(eq(textMessages.id, id));
    return row?.attemptedAt?.getTime() ?? 0;
  };

  it('is handed over as soon as it is claimed, however many others are judged', {
    tags: ['thorough'],
  }, async () => {
    const [ada, grace] = await Promise.all([owner(), owner()]);
    const id = await ada.share();
    later(1_000);
    for (let n = 0; n < 4; n += 1) await grace.share();
    await grace.call('PATCH', '/api/account', { autoSmsEnabled: false });
    const provider = server.running.app.texts;
    if (!provider) throw new Error('No provider is set.');
    let age = Number.NaN;
    const original = provider.send;
    let startedAt = 0;
    provider.send = (text) => {
      age = clock.now.getTime() - startedAt;
      return original.call(provider, text);
    };
    try {
      await sendWith((nth) => {
        if (nth === 0) startedAt = clock.now.getTime();
        return nth === 0 ? 0 : 2_000;
      });
    } finally {
      provider.send = original;
    }
    expect(await attemptOf(id)).toBe(startedAt);
    expect(age).toBeLessThanOrEqual(2_000);
    expect(twilio.messages).toHaveLength(1);
  });

  it('is put back rather than sent when its claim has become old, and claimed again', async () => {
    const ada = await owner();
    const id = await ada.share();
    const start = clock.now.getTime();
    await sendWith((nth) => (nth === 1 ? 6_000 : 0));
    await send();
    expect(await stateOf(ada)).toBe('sent');
    expect(twilio.messages).toHaveLength(1);
    expect(await attemptOf(id)).toBe(start + 6_000);
  });

  it('that never goes out keeps nothing of its number, nor does a STOP that was taken back', async () => {
    const { app } = server.running;
    const count = () => app.db.$count(textNumbers);
    await app.db.delete(textNumbers);
    const ada = await owner();
    await ada.share();
    twilio.failures.push({ status: 400, body: { code: 21211, message: 'No', status: 400 } });
    await send();
    expect(await stateOf(ada)).toBe('refused');
    expect(await count()).toBe(0);
    const phone = newNumber();
    await answer(phone, 'stop');
    await answer(phone, 'start');
    expect(await count()).toBe(0);
    // As earlier releases left them.
    await app.db
      .insert(textNumbers)
      .values([{ numberHash: 'neither' }, { numberHash: 'stopped', stoppedAt: app.now() }]);
    await forgetNumbers(app);
    expect(await app.db.select({ hash: textNumbers.numberHash }).from(textNumbers)).toEqual([
      { hash: 'stopped' },
    ]);
  });

  it('does not go out in words that the visitor had not seen; a client may leave out which they saw', async () => {
    const ada = await owner();
    const readVersion = async () =>
      /name="textVersion" value="([^"]+)"/.exec(
        (await server.client()('GET', `/card/${ada.cardId}`)).text,
      )?.[1];
    const textVersion = await readVersion();
    await ada.call('PATCH', '/api/account', { autoSmsMessage: 'Buy my boat!' });
    await ada.share(newNumber(), { textVersion: textVersion ?? 'missing' });
    expect(await ada.texts()).toEqual([]);
    await ada.share(newNumber(), { textVersion: await readVersion() });
    await ada.share(newNumber());
    expect((await ada.texts()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });

  it('of a team does not go out, though an earlier release took it', async () => {
    const id = await (await owner()).share();
    const { db } = server.running.app;
    const userId = accountId.parse(await addTeam(server, (await signUp(server)).id));
    await db.update(textMessages).set({ userId }).where(eq(textMessages.id, id));
    await send();
    const [text] = await db.select().from(textMessages).where(eq(textMessages.id, id));
    expect(text).toMatchObject({ state: 'not_sent', reason: 'switched_off' });
    expect(twilio.requests).toEqual([]);
  });

  it('does not go out once its consent was withdrawn', async () => {
    const ada = await owner();
    const id = await ada.share();
    const { db } = server.running.app;
    await db.update(textMessages).set({ consentWithdrawnAt: clock.now }).where(eq(textMessages.id, id));
    await send();
    expect((await ada.texts())[0]).toMatchObject({
      state: 'not_sent',
      reason: 'They withdrew their consent before it was sent.',
      consentWithdrawnAt: clock.now.toISOString(),
    });
    expect(twilio.requests).toEqual([]);
  });
});
