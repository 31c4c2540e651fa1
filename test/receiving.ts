import { eq } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { sendReceipts } from '#server/people/recipients/receipts.ts';
import type { OwnId } from '#test/factories.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { publishCard } from '#test/public-card.ts';
import { startTestServer } from '#test/server.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const SPAM = 'BUY at evil.example';

export const linkIn = (text = '') => /\/your-details\/[\w.-]+/.exec(text)?.[0] ?? 'no link';

/** People who leave their details and ask for a receipt, on a server of their own for the test file that calls this. */
export function startReceiving() {
  let ahead = 0;
  /** The clock goes on. */
  const later = (ms: number) => {
    ahead += ms;
  };
  const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + ahead));
  const mailbox = openMailbox(server);
  const app = () => server.running.app;

  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    server.client()('POST', path, String(new URLSearchParams(fields)), { ...FORM, ...headers });
  const get = (path: string) => server.client()('GET', path);

  /** The owner and their card, once the server has started. */
  const made = {} as Awaited<ReturnType<typeof publishCard>>;
  beforeAll(async () => {
    Object.assign(made, await publishCard(server, { fullName: 'Ada Lovelace', leadCaptureEnabled: true }));
    await confirmOwner();
  });

  /** The address of the owner; few receipts are sent for them otherwise. */
  const confirmOwner = async (at: Date | null = new Date()) => {
    const { body } = await made.owner('GET', '/api/auth/me');
    const id = body.user.id as OwnId;
    await app().db.update(users).set({ emailConfirmedAt: at }).where(eq(users.id, id));
    return id;
  };

  let count = 0;
  /** Somebody who leaves their details and asks for a receipt. */
  async function give(more: object = {}) {
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

  async function giveAndOpen(more: object = {}) {
    const given = await give(more);
    await sendReceipts(app());
    const [mail] = await mailbox.wait(given.email);
    return { ...given, mail, path: linkIn(mail?.text) };
  }

  const contactsOf = async () => (await made.owner('GET', '/api/contacts')).body as { id: string }[];
  const kept = async (id: string) => (await contactsOf()).find((contact) => contact.id === id);
  return { app, confirmOwner, get, give, giveAndOpen, kept, later, made, mailbox, post, server };
}
