import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { linkedIdentities, passkeys, twoStep } from '#server/db/schema/accounts.ts';
import { type OwnId, PASSWORD, signUpWithCard } from '#test/factories.ts';
import { type Mailbox, press } from '#test/mails.ts';
import type { Client, TestServer } from '#test/server.ts';

/** Accounts whose address was confirmed and moved, and what a thief prepares in them. */

export const CONFIRM_NEW = /^Confirm your new email address/;
export const CHANGED = /was changed$/;

export const addressOf = ({ username }: { username: string }) => `${username}@example.com`;

/** Someone who has confirmed their address. */
export async function signUpConfirmed(server: TestServer, mailbox: Mailbox) {
  const person = await signUpWithCard(server);
  const path = await mailbox.linkTo(addressOf(person), /^Confirm your email address/);
  await press(person.call, path, { action: 'confirm' });
  return person;
}

/** Moves the account to another address, which confirms it. */
export async function moveTo(mailbox: Mailbox, call: Client, email: string) {
  const change = { email, currentPassword: PASSWORD };
  expect((await call('PATCH', '/api/account', change)).status).toBe(200);
  const path = await mailbox.linkTo(email, CONFIRM_NEW);
  expect((await press(call, path, { action: 'confirm' })).status).toBe(200);
}

/** Gives an account every other way in that somebody else may prepare. */
export async function prepareAccess(db: Db, userId: OwnId, createdAt = new Date()): Promise<void> {
  await db.insert(passkeys).values({
    id: newId(),
    userId,
    credentialId: newId(),
    publicKey: Buffer.alloc(8),
    counter: 0,
    name: 'Prepared',
    createdAt,
  });
  await db.insert(twoStep).values({ userId, secret: 'JBSWY3DPEHPK3PXP', confirmedAt: new Date(), createdAt });
  await db.insert(linkedIdentities).values({
    id: newId(),
    userId,
    provider: 'google',
    issuer: 'https://issuer',
    subject: newId(),
    createdAt,
  });
}

export async function waysInto(db: Db, userId: OwnId): Promise<number> {
  const counts = [
    await db.$count(passkeys, eq(passkeys.userId, userId)),
    await db.$count(twoStep, eq(twoStep.userId, userId)),
    await db.$count(linkedIdentities, eq(linkedIdentities.userId, userId)),
  ];
  return counts.reduce((sum, one) => sum + one, 0);
}
