import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { billingEvents } from '#server/db/schema/money.ts';
import { FAILING_CARD, pressButton, refresh } from '#test/billing.ts';
import { followBilling, inTokyo, SELLER } from '#test/billing-mails.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { syncUser } from '../sync.ts';

const clock = { now: new Date() };
const server = startTestServer({ PUBLIC_URL: 'https://cards.example.com', ...SELLER }, () => clock.now);
const { afterDays, subjectsTo, mailOf, anHourPasses, changeAtProvider, subscriber } = followBilling(
  server,
  clock,
);
const app = () => server.running.app;

describe('Mails about a subscription', () => {
  it('confirm its start with the price, the first charge and how to cancel, in the owner’s time zone', {
    tags: ['thorough'],
  }, async () => {
    const { username } = await subscriber(2);
    expect(await subjectsTo(username)).toEqual(['Your subscription has started']);
    const { text, html } = await mailOf(username, /started/);
    expect(text).toContain('Price: $10 a month: 2 cards × $5');
    expect(text).toContain(`First charge: ${inTokyo(afterDays(14))}`);
    expect(text).toContain('you won’t be charged before that day');
    expect(text).toContain('cancel anytime in two clicks. You then keep access until your free trial ends.');
    expect(text).toContain('https://cards.example.com/subscribe');
    expect(text).toContain('Leaf & Sons, 1 Main Street, Berlin, Germany\nTax ID DE1');
    expect(html).toContain('Leaf &amp; Sons');
  });

  it('are a receipt for each charge, with its number, sums, tax and the seller', async () => {
    const { call, username } = await subscriber(2);
    await pressButton(server, call, { action: 'hurry' });
    await refresh(call);
    expect(await subjectsTo(username)).toEqual([
      'Your subscription has started',
      `Your receipt: $10 on ${inTokyo(clock.now)}`,
    ]);
    const { text } = await mailOf(username, /receipt/);
    for (const row of [
      'Receipt number: TEST-0001',
      `Payment date: ${inTokyo(clock.now)}`,
      'Price: $10 a month: 2 cards × $5',
      'Tax: none',
      'Total paid: $10',
      `Billed to: Ada Lovelace, ${username}@example.com`,
      'Sold by: Leaf & Sons, 1 Main Street, Berlin, Germany · Tax ID DE1',
    ])
      expect(text).toContain(row);
    await pressButton(server, call, { action: 'hurry' });
    await refresh(call);
    expect((await subjectsTo(username)).filter((subject) => subject.includes('receipt'))).toHaveLength(2);
  });

  it('say that a charge failed, what happens next, and later that it ended', {
    tags: ['thorough'],
  }, async () => {
    const { call, username } = await subscriber(1);
    await pressButton(server, call, { action: 'hurry' });
    await pressButton(server, call, { action: 'card', card: FAILING_CARD });
    await pressButton(server, call, { action: 'hurry' });
    const { accessEndsAt } = await refresh(call);
    const failed = await mailOf(username, /^Your payment of \$5 failed$/);
    const until = inTokyo(new Date(accessEndsAt ?? 0));
    expect(failed.text).toContain(`you keep full access until ${until}`);
    expect(failed.text).toContain('We’ll try again over the next few days');
    for (let retry = 0; retry < 3; retry += 1) await pressButton(server, call, { action: 'hurry' });
    await refresh(call);
    const subjects = await subjectsTo(username);
    expect(subjects.filter((subject) => subject.includes('failed'))).toHaveLength(1);
    expect(subjects.at(-1)).toBe('Your subscription has ended');
    const { text } = await mailOf(username, /ended/);
    expect(text).toContain('because your last payment didn’t go through. You won’t be charged again.');
    expect(text).toContain('subscribe again for $5 a month: 1 card × $5');
  });

  it('say after a failing first charge that cards need the payment first', {
    tags: ['thorough'],
  }, async () => {
    const { call, username } = await subscriber(1, FAILING_CARD);
    await pressButton(server, call, { action: 'hurry' });
    await refresh(call);
    const { text } = await mailOf(username, /^Your payment of \$5 failed$/);
    expect(text).toContain('You can’t create cards until the payment goes through.');
  });

  it('confirm a cancellation with the day it ends, taking it back, and the end', {
    tags: ['thorough'],
  }, async () => {
    const { call, username } = await subscriber(1);
    await pressButton(server, call, { action: 'hurry' });
    const { subscriptionEndsAt } = (await call('POST', '/api/billing/cancel')).body;
    const day = inTokyo(new Date(subscriptionEndsAt));
    await call('POST', '/api/billing/resume');
    await call('POST', '/api/billing/cancel');
    await pressButton(server, call, { action: 'hurry' });
    await refresh(call);
    const cancelled = `Your subscription is cancelled and ends on ${day}`;
    const subjects = await subjectsTo(username);
    expect(subjects.filter((subject) => subject === cancelled)).toHaveLength(2);
    expect(subjects).toContain('Your subscription is back on');
    expect(subjects.at(-1)).toBe('Your subscription has ended');
    const { text } = await mailOf(username, /cancelled/);
    expect(text).toContain(`You keep full access until ${day}. Your subscription won’t renew`);
  });

  it('say “Your trial has ended” to who never paid, whether they had subscribed or not', {
    tags: ['thorough'],
  }, async () => {
    const cancelled = await subscriber(1);
    await cancelled.call('POST', '/api/billing/cancel');
    const never = await signUp(server);
    clock.now = afterDays(15);
    await syncUser(app(), cancelled.id);
    await anHourPasses();
    await anHourPasses();
    expect((await subjectsTo(cancelled.username)).at(-1)).toBe('Your trial has ended');
    expect(await subjectsTo(never.username)).toEqual(['Your trial has ended']);
    expect((await mailOf(never.username, /ended/)).text).toContain('subscribe for $5 a month: 1 card × $5');
  });

  it('come once, however often and at once the provider is asked', { tags: ['thorough'] }, async () => {
    const { id, call, username } = await subscriber(1);
    await pressButton(server, call, { action: 'hurry' });
    await Promise.all(Array.from({ length: 20 }, () => syncUser(app(), id)));
    expect(await subjectsTo(username)).toHaveLength(2);
  });

  it('are not written if what they tell is not recorded', async () => {
    const { id, username } = await subscriber(1);
    // An event that arrives later would record the cancellation in between.
    await vi.waitFor(
      async () => expect(await app().db.$count(billingEvents, eq(billingEvents.userId, id))).toBe(2),
      { timeout: 20_000, interval: 30 },
    );
    await changeAtProvider(id, { isCancelled: true });
    const undone = syncUser(app(), id, async () => {
      throw new Error('killed');
    });
    await expect(undone).rejects.toThrow('killed');
    expect(await subjectsTo(username)).toHaveLength(1);
    await syncUser(app(), id);
    expect(await subjectsTo(username)).toHaveLength(2);
  });
});
