import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { pressButton, refresh } from '#test/billing.ts';
import { addCard, followBilling, HOUR_MS, inTokyo, SELLER } from '#test/billing-mails.ts';
import { startTestServer } from '#test/server.ts';

const clock = { now: new Date() };
const server = startTestServer({ PUBLIC_URL: 'https://cards.example.com', ...SELLER }, () => clock.now);
const {
  afterDays,
  subjectsTo,
  mailOf,
  hourIsOver,
  anHourPasses,
  providerCounts,
  changeAtProvider,
  subscriber,
} = followBilling(server, clock);
const within = { timeout: 20_000, interval: 30 };
const app = () => server.running.app;

describe('A changed price', () => {
  it('is told in one mail for all changes within an hour', { tags: ['thorough'] }, async () => {
    const { id, call, username } = await subscriber(1);
    await pressButton(server, call, { action: 'hurry' });
    await vi.waitFor(async () => expect(await subjectsTo(username)).toHaveLength(2), within);
    await addCard(call);
    await providerCounts(id, 2);
    const third = (await addCard(call)).body;
    await providerCounts(id, 3);
    await call('DELETE', `/api/cards/${third.id}`);
    await providerCounts(id, 2);
    expect(await subjectsTo(username)).toHaveLength(2);
    await hourIsOver(id);
    expect((await subjectsTo(username)).at(-1)).toBe('Your new price: $10 a month: 2 cards × $5');
    expect(await subjectsTo(username)).toHaveLength(3);
    const { text } = await mailOf(username, /new price/);
    expect(text).toContain('Before: $5 a month: 1 card × $5\nNow: $10 a month: 2 cards × $5');
    const { nextCharge } = await refresh(call);
    expect(text).toContain(
      `Next charge: $${(nextCharge?.cents ?? 0) / 100} on ${inTokyo(new Date(nextCharge?.at ?? 0))}`,
    );
  });

  it('waits an hour', { tags: ['thorough'] }, async () => {
    const { id, call } = await subscriber(1);
    await addCard(call);
    await providerCounts(id, 2);
    const { rows } = await app().db.execute<{ after: string }>(
      sql`select start_after as after from pgboss.job where name = 'billing-price-mail' and data->>'userId' = ${id}`,
    );
    expect(new Date(rows[0]?.after ?? 0).getTime()).toBe(clock.now.getTime() + HOUR_MS);
  });

  it('is not told if it is the former one again, or no more is charged', { tags: ['thorough'] }, async () => {
    const { id, call, username } = await subscriber(1);
    const second = (await addCard(call)).body;
    await providerCounts(id, 2);
    await call('DELETE', `/api/cards/${second.id}`);
    await providerCounts(id, 1);
    await hourIsOver(id);
    expect(await subjectsTo(username)).toHaveLength(1);
    await call('POST', '/api/billing/cancel');
    await addCard(call);
    expect(await subjectsTo(username)).toHaveLength(2);
  });

  it('is told with the mail that a subscription renews again', { tags: ['thorough'] }, async () => {
    const { id, call, username } = await subscriber(1);
    await call('POST', '/api/billing/cancel');
    await addCard(call);
    await call('POST', '/api/billing/resume');
    await providerCounts(id, 2);
    expect((await subjectsTo(username)).at(-1)).toBe('Your subscription is back on');
    const { text } = await mailOf(username, /back on/);
    expect(text).toContain('$10 a month: 2 cards × $5');
  });

  it('has the reminder of the first charge sent anew with the new sum, also back to the former', {
    tags: ['thorough'],
  }, async () => {
    const { id, call, username } = await subscriber(2);
    const first = inTokyo(afterDays(14));
    clock.now = afterDays(12);
    await app().db.execute(sql`update sessions set expires_at = ${afterDays(30).toISOString()}`);
    await anHourPasses();
    await anHourPasses();
    const third = (await addCard(call)).body;
    await providerCounts(id, 3);
    await anHourPasses();
    await call('DELETE', `/api/cards/${third.id}`);
    await providerCounts(id, 2);
    await anHourPasses();
    expect(await subjectsTo(username)).toEqual([
      'Your subscription has started',
      `Your first charge: $10 on ${first}`,
      `Your first charge: $15 on ${first}`,
      `Your first charge: $10 on ${first}`,
    ]);
  });
});

describe('A payment card', () => {
  it('that is about to expire is named once, unless it was replaced', { tags: ['thorough'] }, async () => {
    const { id, call, username } = await subscriber(1);
    // A card ends with a month, of which 30 days or less are left.
    if (clock.now.getUTCDate() === 1) clock.now = afterDays(1);
    const setEnd = (months: number) => {
      const ends = Date.UTC(clock.now.getUTCFullYear(), clock.now.getUTCMonth() + 1 + months, 1) - 1;
      return changeAtProvider(id, { cardEndsAt: new Date(ends).toISOString() });
    };
    await setEnd(2);
    await refresh(call);
    await anHourPasses();
    expect(await subjectsTo(username)).toHaveLength(1);
    await setEnd(0);
    await refresh(call);
    await setEnd(30);
    await anHourPasses();
    expect(await subjectsTo(username)).toHaveLength(1);
    await setEnd(0);
    await refresh(call);
    await anHourPasses();
    await anHourPasses();
    expect(await subjectsTo(username)).toHaveLength(2);
    const { text } = await mailOf(username, /^Your payment card expires at the end of /);
    expect(text).toContain('Payment card: Test card');
  });
});
