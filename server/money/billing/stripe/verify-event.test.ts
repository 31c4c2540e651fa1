import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { isSignedByStripe } from './verify-event.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const SECRET = 'whsec_local';
const BODY = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid' });
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

const headerOf = (payload: string, { secret = SECRET, at = NOW } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at.getTime() / 1000 });
const isSigned = (header: string, body = BODY, now = NOW) =>
  isSignedByStripe(Buffer.from(body), header, SECRET, now);

describe('An event of Stripe', () => {
  it('is taken with its signature, within five minutes before and after', async () => {
    for (const at of [NOW, minutes(-5), minutes(5)])
      expect(await isSigned(headerOf(BODY, { at }))).toBe(true);
  });

  it('is refused when it is played back later, or dated later than five minutes ahead', async () => {
    const recorded = headerOf(BODY);
    expect(await isSigned(recorded, BODY, minutes(5))).toBe(true);
    expect(await isSigned(recorded, BODY, minutes(6))).toBe(false);
    for (const ahead of [6, 60, 60 * 24 * 365]) {
      expect(await isSigned(headerOf(BODY, { at: minutes(ahead) }))).toBe(false);
    }
  });

  it('is refused with the signature of another secret or another body', async () => {
    expect(await isSigned(headerOf(BODY, { secret: 'whsec_other' }))).toBe(false);
    expect(await isSigned(headerOf(BODY), BODY.replace('paid', 'void'))).toBe(false);
    expect(await isSigned(headerOf(BODY), `${BODY} `)).toBe(false);
  });

  it('is taken when one of several signatures is ours, as while a secret is replaced', async () => {
    const [time, ours] = headerOf(BODY).split(',');
    const [, other] = headerOf(BODY, { secret: 'whsec_old' }).split(',');
    expect(await isSigned(`${time},${other},${ours},v0=abc`)).toBe(true);
    expect(await isSigned(`${time},${other},${other}`)).toBe(false);
  });

  it.each(['', 't=1777636800', 'v1=abc', 't=now,v1=abc', 't=,v1=', 't=NaN,v1=abc'])(
    'is refused with the header %j',
    async (header) => {
      expect(await isSigned(header)).toBe(false);
    },
  );

  it('is refused with two times, of which only one is signed', async () => {
    const future = headerOf(BODY, { at: minutes(600) });
    const time = `t=${NOW.getTime() / 1000}`;
    expect(await isSigned(`${time},${future}`)).toBe(false);
    expect(await isSigned(`${future},${time}`)).toBe(false);
  });

  it('counts as signed whatever the signed bytes say, which others judge', async () => {
    for (const body of ['not JSON', '[]', '{"id":"evt_2","object":"v2.core.event"}']) {
      expect(await isSigned(headerOf(body), body)).toBe(true);
      expect(await isSigned(headerOf(body, { secret: 'whsec_other' }), body)).toBe(false);
    }
  });
});
