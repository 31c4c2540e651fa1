import { eq } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { signUpConfirmed } from '#test/invites.ts';
import { openMailbox, press, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { deliverEvent } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { addMember, addTeam, addTeamCard } from '#test/teams.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer({ ...stripeEnv(stripe), ...WITH_MAIL }, () => clock.now);
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
const ASKED = /Get the invoices of a team/;

afterAll(() => stripe.close());

/** A team with a claimed card and no free days. */
async function teamOf() {
  const owner = await signUpConfirmed(server, 'Olive Owner');
  const teamId = await addTeam(server, owner.id);
  const admin = await addMember(server, teamId, 'admin');
  await addTeamCard(server, teamId, admin.id);
  await db()
    .update(users)
    .set({ trialEndsAt: clock.now })
    .where(eq(users.id, accountId.parse(teamId)));
  const at = `/api/teams/${teamId}/billing`;
  const change = (body: object, call = owner.call) => call('PUT', `${at}/details`, body);
  const read = async () => (await owner.call('GET', at)).body.invoiceDetails;
  return { owner, admin, teamId, at, change, read, books: `books-${teamId}@example.com` };
}

it('An owner sets a reference, and an address that counts once its reader has confirmed it', async () => {
  const { change, read, books, teamId, owner, admin } = await teamOf();
  const asked = await change({ reference: ' PO 4711 ', email: books });
  expect([asked.status, asked.body.invoiceDetails]).toEqual([
    200,
    { reference: 'PO 4711', email: null, pendingEmail: books },
  ]);
  const link = await mailbox.linkTo(books, ASKED);
  const stranger = server.client();
  expect((await stranger('GET', link)).text).toContain('The owner of Acme wants its receipts');
  expect(await read()).toMatchObject({ email: null });
  expect((await press(stranger, link, { action: 'confirm' })).status).toBe(200);
  expect(await read()).toEqual({ reference: 'PO 4711', email: books, pendingEmail: null });
  expect((await press(stranger, link, { action: 'confirm' })).status).toBe(409);

  const refused = await change({ reference: 'PO 1' }, admin.call);
  expect(refused.status).toBe(403);
  for (const body of [
    { email: 'nowhere' },
    { reference: 'x'.repeat(101) },
    { reference: 7 },
    { email: 'a\u0000@b.c' },
  ])
    expect((await change(body)).status).toBe(422);
  expect(await read()).toEqual({ reference: 'PO 4711', email: books, pendingEmail: null });

  const seen = (await owner.call('GET', `/api/teams/${teamId}`)).body;
  expect(JSON.stringify(seen)).not.toContain(books);
});

it('An address that was replaced or taken back is not confirmed by its link', async () => {
  const { change, read, books } = await teamOf();
  await change({ email: books });
  const first = await mailbox.linkTo(books, ASKED);
  const next = `next-${books}`;
  await change({ email: next });
  const second = await mailbox.linkTo(next, ASKED);
  const stranger = server.client();
  expect((await press(stranger, first, { action: 'confirm' })).status).toBe(409);
  await change({ email: null });
  expect((await press(stranger, second, { action: 'confirm' })).status).toBe(409);
  expect(await read()).toEqual({ reference: null, email: null, pendingEmail: null });
});

it('Receipts go there as well as to the owner, with the reference, which Stripe puts on its invoices', {
  tags: ['thorough'],
}, async () => {
  const { owner, change, books, teamId, at } = await teamOf();
  await change({ reference: 'PO 4711', email: books });
  await press(server.client(), await mailbox.linkTo(books, ASKED), { action: 'confirm' });
  expect((await owner.call('POST', `${at}/checkout`)).status).toBe(200);
  const customer = () => stripe.customersOf(teamId)[0];
  await vi.waitFor(() => expect(customer()).toMatchObject({ email: books, reference: 'PO 4711' }), {
    timeout: 20_000,
  });
  const session = stripe.sessionsOf(teamId).at(-1);
  await stripe.complete(session?.id ?? '');
  const completed = { id: session?.id, customer: session?.customer, client_reference_id: teamId };
  await deliverEvent(server, 'checkout.session.completed', completed, clock.now);
  for (const to of [books, owner.email]) {
    const [receipt] = await mailbox.wait(to, 1, /^Acme: Your receipt/);
    expect(receipt?.text).toContain('PO 4711');
  }
  expect(mailbox.to(books).some(({ subject }) => /subscription has started/i.test(subject))).toBe(false);

  await change({ reference: null, email: null });
  await vi.waitFor(() => expect(customer()).toMatchObject({ email: owner.email, reference: undefined }), {
    timeout: 20_000,
  });
});
