import { inArray } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { textMessages } from '#server/db/schema/messages.ts';
import { sendDueTexts } from '#server/messages/sms/send-texts.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { startTestTwilio } from '#test/sms-server.ts';

interface Owner {
  id: OwnId;
  call: Client;
  cardId: string;
  share(phone?: string, more?: object): Promise<string>;
  /** The owner's texts as their settings show them, newest first. */
  texts(): Promise<
    { id: string; state: string; reason: string | null; waitsUntil: string | null; text: string }[]
  >;
}

export const stateOf = async ({ texts }: Owner) => (await texts())[0]?.state;

/** Owners, their contacts and Twilio, on a server of their own for the test file that calls this. */
export function startTexting(more: Record<string, string> = {}) {
  /**
   * Afternoon in Washington and morning in Honolulu; years ahead, so that no job of the queue comes in between. Each test
   * begins a week after the one before.
   */
  const clock = { now: new Date('2030-05-13T19:00:00Z') };
  const weekOf = { start: clock.now };
  const at = (hour: number) =>
    new Date(
      Date.UTC(weekOf.start.getUTCFullYear(), weekOf.start.getUTCMonth(), weekOf.start.getUTCDate(), hour),
    );
  const twilio = startTestTwilio(() => clock.now);
  const server = startTestServer(Object.assign(twilio.settings, more), () => clock.now);
  const send = () => sendDueTexts(server.running.app);
  const later = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };

  let people = 0;
  const newNumber = () => {
    people += 1;
    return `+1202555${String(people).padStart(4, '0')}`;
  };

  async function owner(settings: object = {}, fullName = 'Ada King'): Promise<Owner> {
    const { call, id } = await signUp(server);
    await call('PATCH', '/api/account', { phoneNumber: '+1 415 555 2671', ...settings });
    const { body: card } = await call('POST', '/api/cards', { name: 'Work', fullName });
    return {
      id,
      call,
      cardId: card.id,
      async share(phone = newNumber(), more = {}) {
        const details = {
          fullName: 'Bob',
          email: 'bob@example.com',
          cardId: card.id,
          phone,
          smsConsent: true,
        };
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
    weekOf.start = new Date(weekOf.start.getTime() + 7 * DAY_MS);
    clock.now = weekOf.start;
    // Messages left waiting by an earlier test do not concern this one.
    await server.running.app.db
      .update(textMessages)
      .set({ state: 'not_sent', reason: 'suspended' })
      .where(inArray(textMessages.state, ['waiting', 'sending']));
  });
  return { answer, at, clock, later, newNumber, owner, post, send, server, twilio, weekOf };
}
