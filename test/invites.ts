import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import type { Mail } from '#server/infra/mail/letter.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import type { Mailbox } from '#test/mails.ts';
import type { Client, TestServer } from '#test/server.ts';

/** Invites to cards of teams, as their mails carry them. */

const INVITE = /prepared a .* card for you/;

/** The token of the link in an invite's mail. */
export const tokenIn = (mail: Mail | undefined): string =>
  /\/claim\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no token';

export const claimOf = (teamId: string, token: string): string => `/api/teams/${teamId}/claims/${token}`;

/** A person whose address is confirmed, or is not. */
export async function signUpConfirmed(server: TestServer, fullName?: string, isConfirmed = true) {
  const person = await signUp(server, fullName);
  if (isConfirmed) await confirmEmail(server, person.id);
  return { ...person, email: `${person.username}@example.com` };
}

export async function confirmEmail({ running }: TestServer, id: OwnId): Promise<void> {
  await running.app.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, id));
}

/** Prepares a card for somebody, and waits for the mail. */
export async function inviteByMail(
  call: Client,
  mailbox: Mailbox,
  teamId: string,
  email: string,
  role: 'admin' | 'member' = 'member',
) {
  const before = mailbox.to(email).filter(({ subject }) => INVITE.test(subject)).length;
  const people = [{ email, fullName: 'Grace Hopper', role }];
  const { status, body } = await call('POST', `/api/teams/${teamId}/invites`, { people });
  expect(status).toBe(200);
  const mails = await mailbox.wait(email, before + 1, INVITE);
  const token = tokenIn(mails.at(-1));
  const { id, cardId } = body[0];
  return { id: String(id), cardId: String(cardId), token, path: claimOf(teamId, token) };
}
