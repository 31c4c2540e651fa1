import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { deliverEvent } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { readReport } from '../reports.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer(stripeEnv(stripe), () => clock.now);

afterAll(() => stripe.close());

describe('An odd event that is signed', () => {
  const send = (more: object) => deliverEvent(server, 'invoice.paid', { customer: 'cus_x' }, clock.now, more);
  const NUL = String.fromCharCode(0);

  it.each<[string, object]>([
    ['a NUL in its id', { id: `evt_${NUL}` }],
    ['a NUL in its type', { type: `invoice.${NUL}` }],
    ['a NUL in its customer', { data: { object: { customer: `cus_${NUL}` } } }],
    ['a NUL in a name', { data: { object: { customer: 'cus_1', metadata: { userId: NUL } } } }],
    ['a date beyond dates', { created: 8_640_000_000_001 }],
    ['a date in the year 10000', { created: 253_402_300_800 }],
    ['a date before all dates', { created: -62_135_596_801 }],
    ['live mode', { livemode: true }],
  ])('with %s is refused', async (_name, more) => expect(await send(more)).toBe(400));

  it('of another version of the API is taken, and the version is remembered for administrators', async () => {
    expect(await send({ api_version: '2015-01-01' })).toBe(200);
    const report = await readReport(server.running.app.db, 'event');
    expect(report?.data).toEqual({ isLive: false, apiVersion: '2015-01-01' });
  });
});
