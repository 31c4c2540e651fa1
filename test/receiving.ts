import { eq } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { users } from '#server/db/schema.ts';
import { sendReceipts } from '#server/recipients/receipts.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { publishCard } from '#test/public-card.ts';
import { startTestServer } from '#test/server.ts';

/** People who leave their details and ask for a receipt, for test files: each import of this file starts a server. */

let ahead = 0;
/** The clock goes on. */
export const later = (ms: number) => {
  ahead += ms;
};
export const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + ahead));
export const mailbox = openMailbox(server);
export const app = () => server.running.app;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const post = (path: string, fields: Record<string, string>, headers = {}) =>
  server.client()('POST', path, String(new URLSearchParams(fields)), { ...FORM, ...headers });
export const get = (path: string) => server.client()('GET', path);

/** The owner and their card. */
export let made: Awaited<ReturnType<typeof publishCard>>;
beforeAll(async () => {
  made = await publishCard(server, { fullName: 'Ada Lovelace', leadCaptureEnabled: true });
  await confirmOwner();
});

/** The address of the owner, who else sends nobody a receipt. */
export const confirmOwner = async (at: Date | null = new Date()) => {
  const { body } = await made.owner('GET', '/api/auth/me');
  const id = body.user.id as string;
  await app().db.update(users).set({ emailConfirmedAt: at }).where(eq(users.id, id));
  return id;
};

const SPAM = 'BUY at evil.example';
let count = 0;
/** Somebody who leaves their details and asks for a receipt. */
export async function give(more: object = {}) {
  count += 1;
  const email = `guest${count}@example.com`;
  const body = {
    cardId: made.id,
    fullName: SPAM,
    email,
    notes: 'Hello http://evil.example',
    wantsReceipt: true,
  };
  const { status, body: answer } = await server.client()('POST', '/api/contacts/exchange', {
    ...body,
    ...more,
  });
  expect(status).toBe(200);
  return { id: answer.id as string, email };
}

export const linkIn = (text = '') => /\/your-details\/[\w.-]+/.exec(text)?.[0] ?? 'no link';

export async function giveAndOpen(more: object = {}) {
  const given = await give(more);
  await sendReceipts(app());
  const [mail] = await mailbox.wait(given.email);
  return { ...given, mail, path: linkIn(mail?.text) };
}

const contactsOf = async () => (await made.owner('GET', '/api/contacts')).body as { id: string }[];
export const kept = async (id: string) => (await contactsOf()).find((contact) => contact.id === id);
