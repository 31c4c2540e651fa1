import { and, eq } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { SignInRefused } from '#server/accounts/auth/oidc/problem.ts';
import { renewToken } from '#server/accounts/auth/session-tokens.ts';
import { lockAccount } from '#server/accounts/auth/sign-in-methods.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { linkedIdentities } from '#server/db/schema/accounts.ts';
import { personColumns, persons } from '#server/db/schema/users.ts';
import { type AccountId, accountOf } from '#shared/accounts/ids.ts';

/** Which people at providers sign in to which accounts (docs/decisions/185). */

/** Someone at a provider. */
export interface ProviderPerson {
  provider: string;
  issuer: string;
  subject: string;
  email: string | null;
}

const isPerson = ({ issuer, subject }: Pick<ProviderPerson, 'issuer' | 'subject'>) =>
  and(eq(linkedIdentities.issuer, issuer), eq(linkedIdentities.subject, subject));

/** The account that someone at a provider signs in to, if any. */
export async function findAccountOf(
  { db }: Pick<AppContext, 'db'>,
  person: Pick<ProviderPerson, 'issuer' | 'subject'>,
): Promise<{ user: UserRow; identityId: string } | null> {
  const [found] = await db
    .select({ user: personColumns, identityId: linkedIdentities.id })
    .from(linkedIdentities)
    .innerJoin(persons, eq(persons.id, linkedIdentities.userId))
    .where(isPerson(person));
  return found ?? null;
}

/** True if this person signs in to this account. */
export async function isLinkedTo(
  { db }: Pick<AppContext, 'db'>,
  userId: AccountId,
  person: Pick<ProviderPerson, 'issuer' | 'subject'>,
): Promise<boolean> {
  return (
    (await db.$count(
      linkedIdentities,
      and(isPerson(person), whereCan(systemFor(userId), 'see', 'linkedIdentity')),
    )) > 0
  );
}

/** Adds someone to an account if the transaction `tx` commits; false if they sign in to one already. */
export async function addIdentity(
  { now }: Pick<AppContext, 'now'>,
  tx: Db,
  userId: AccountId,
  person: ProviderPerson,
): Promise<boolean> {
  const { provider, issuer, subject, email } = person;
  const added = await tx
    .insert(linkedIdentities)
    .values({ id: newId(), userId, provider, issuer, subject, email, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: linkedIdentities.id });
  return added.length > 0;
}

/**
 * Links someone to the requester's account and tells its owner; throws if they sign in to another account, or if the
 * session has ended meanwhile, as by a reset.
 */
export async function linkTo(ctx: UserContext, person: ProviderPerson, label: string): Promise<void> {
  const user = accountOf(ctx.user);
  const token = await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, user.id);
    const renewed = await renewToken({ db: tx }, ctx.session.token);
    if (await addIdentity(ctx, tx, user.id, person)) {
      await noticeOwner(ctx, tx, user, 'identity_linked', { name: label });
    } else if (!(await isLinkedTo({ db: tx }, user.id, person))) {
      throw new SignInRefused('elsewhere');
    }
    return renewed;
  });
  ctx.session.set(token);
  ctx.events.note(ctx.requester, 'identity_linked', { userId: user.id, reason: person.provider });
}

/** Notes that someone has signed in. Their address stays that of the day of linking: nobody asks for their profile then. */
export async function noteUse({ db, now }: Pick<AppContext, 'db' | 'now'>, id: string): Promise<void> {
  await db.update(linkedIdentities).set({ lastUsedAt: now() }).where(eq(linkedIdentities.id, id));
}
