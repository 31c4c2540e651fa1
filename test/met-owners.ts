import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { TestServer } from '#test/server.ts';

/** Owners of a card, and the people who share their details with them. */

export interface Owner extends Awaited<ReturnType<typeof signUp>> {
  cardId: string;
  email: string;
}

export function metOwners(server: TestServer) {
  async function makeOwner(): Promise<Owner> {
    const person = await signUp(server);
    // Others are mailed a few notices only.
    await server.running.app.db.execute(
      sql`update users set email_confirmed_at = now() where id = ${person.id}`,
    );
    const { body } = await person.call('POST', '/api/cards', {
      name: 'Work',
      fullName: 'Ada Lovelace',
      leadCaptureEnabled: true,
    });
    return { ...person, cardId: String(body.id), email: `${person.username}@example.com` };
  }
  let met = 0;
  async function meet({ cardId }: Owner, details: object = {}): Promise<string> {
    met += 1;
    const given = { fullName: `Grace Hopper ${met}`, email: `grace${met}@example.com`, cardId, ...details };
    const { status, body } = await server.client()('POST', '/api/contacts/exchange', given);
    expect(status).toBe(200);
    return String(body.id);
  }
  return { makeOwner, meet };
}
