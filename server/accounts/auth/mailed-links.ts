import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { hashToken, newToken } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import { mailedLinks } from '#server/db/schema/accounts.ts';
import { originOf } from '#server/infra/http/requester.ts';
import type { Mail } from '#server/infra/mail/letter.ts';
import { deliverMail } from '#server/infra/mail/mail.ts';
import { isUnsent } from '#server/infra/mail/refusal.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';

/**
 * Links that let someone act without signing in. The token is 32 random bytes, of which only a hash is stored; each link
 * works once, and asking for another one leaves it valid. Opening a link changes nothing: the page behind it has a
 * button.
 */

export interface NewLink {
  /** The name of an entry in `server/accounts/links/purposes.ts`. */
  purpose: string;
  userId: AccountId;
  /** The address it is mailed to; null if it is shown instead. */
  mailedTo: string | null;
  /** Further data that its purpose needs. */
  data?: Record<string, string>;
  validMs: number;
}

export interface MailedLink {
  purpose: string;
  userId: AccountId;
  mailedTo: string | null;
  data: Record<string, string>;
  createdAt: Date;
}

/** Adds a link if the transaction commits, and returns its absolute URL. */
export async function issueLink(
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  tx: Db,
  { validMs, ...link }: NewLink,
): Promise<string> {
  const token = newToken();
  const createdAt = now();
  await tx.insert(mailedLinks).values({
    ...link,
    tokenHash: hashToken(token),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + validMs),
  });
  return `${originOf(config)}${accountPages.link}/${token}`;
}

/** The unused link of a token, without using it up; throws as `takeLink` does. */
export async function findLink({ db, now }: Pick<AppContext, 'db' | 'now'>, token: string) {
  const [found] = await db
    .select()
    .from(mailedLinks)
    .where(eq(mailedLinks.tokenHash, hashToken(token)));
  if (!found?.userId) throw unknownLink();
  if (found.usedAt) throw usedLink();
  if (found.expiresAt <= now()) throw expiredLink();
  return toLink(found, found.userId);
}

/**
 * Uses a link up if the transaction `tx` commits, and returns it: of fifty requests at once, one gets it. Throws 404 for
 * an unknown one and 409 for one that was used or has expired, each with a sentence for the reader.
 */
export async function takeLink(
  { now }: Pick<AppContext, 'now'>,
  tx: Db,
  token: string,
  purposes: readonly string[],
): Promise<MailedLink> {
  const at = now();
  const [taken] = await tx
    .update(mailedLinks)
    .set({ usedAt: at })
    .where(
      and(
        eq(mailedLinks.tokenHash, hashToken(token)),
        inArray(mailedLinks.purpose, [...purposes]),
        isNull(mailedLinks.usedAt),
        gt(mailedLinks.expiresAt, at),
      ),
    )
    .returning();
  if (taken?.userId) return toLink(taken, taken.userId);
  await findLink({ db: tx, now }, token);
  throw unknownLink();
}

/** The links that let their reader take the account over; one used ends the others. */
export const TAKING = ['reset', 'prove'];

/** When happened what the link is for, as the move of an address: its mail may be days late. Links of an older release do not say. */
export const movedAtOf = ({ data, createdAt }: MailedLink): Date =>
  data.movedAt === undefined ? createdAt : new Date(data.movedAt);
const movedAt = sql`coalesce((${mailedLinks.data}->>'movedAt')::timestamptz, ${mailedLinks.createdAt})`;

/**
 * Ends the unused links of an account for these purposes: what they were asked for has changed. With `after`, only those
 * made later, or for a later move.
 */
export async function endLinks(
  tx: Db,
  userId: AccountId,
  purposes: readonly string[],
  after = new Date(0),
): Promise<void> {
  await tx
    .update(mailedLinks)
    .set({ expiresAt: sql`${mailedLinks.createdAt}` })
    .where(
      and(
        whereCan(systemFor(userId), 'edit', 'mailedLink'),
        inArray(mailedLinks.purpose, [...purposes]),
        isNull(mailedLinks.usedAt),
        gt(movedAt, after.toISOString()),
      ),
    );
}

/** A mail is tried for five days, and a way back works for seven. */
const USED_WAY_BACK_MS = 14 * DAY_MS;

/** Keeps the used ways back of an account for as long as a later one may arrive that they overtook. */
export async function keepWaysBack(
  { now }: Pick<AppContext, 'now'>,
  tx: Db,
  userId: AccountId,
): Promise<void> {
  await tx
    .update(mailedLinks)
    .set({ expiresAt: new Date(now().getTime() + USED_WAY_BACK_MS) })
    .where(isUsedWayBack(userId));
}

const isUsedWayBack = (userId: AccountId): SQL | undefined =>
  and(
    whereCan(systemFor(userId), 'edit', 'mailedLink'),
    eq(mailedLinks.purpose, 'undo_email'),
    isNotNull(mailedLinks.usedAt),
  );

/** True if somebody has used the way back to an address that the account had before what this link is for. */
export async function isOvertaken(tx: Db, link: MailedLink): Promise<boolean> {
  const at = movedAtOf(link);
  const isEarlier = lt(movedAt, at.toISOString());
  return (
    (await tx.$count(mailedLinks, and(isUsedWayBack(link.userId), isEarlier, gte(mailedLinks.usedAt, at)))) >
    0
  );
}

/**
 * Delivers a mail with a link, by a job: one that has surely not arrived takes its link with it, so that it does not count
 * against those its address may get, and the retry makes another one. `id` and `date` as for `Mailer.deliver`.
 */
export async function deliverLink(
  app: AppContext,
  { url, letter }: { url: string; letter: Mail },
  id: string,
  date?: Date,
): Promise<void> {
  try {
    await deliverMail(app, letter, id, date);
  } catch (error) {
    const token = url.slice(url.lastIndexOf('/') + 1);
    if (isUnsent(error)) await app.db.delete(mailedLinks).where(eq(mailedLinks.tokenHash, hashToken(token)));
    throw error;
  }
}

/** Deletes links that ended over an hour ago: until then a page can say that they were used, and they count. */
export async function deleteOldLinks({ db, now }: AppContext, stopping?: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - HOUR_MS);
  const isOver: SQL | undefined = or(lte(mailedLinks.expiresAt, before), isNull(mailedLinks.userId));
  await deleteInSteps(db, mailedLinks.expiresAt, and(lte(mailedLinks.createdAt, before), isOver), {
    stopping,
  });
}

type Row = typeof mailedLinks.$inferSelect;
const toLink = ({ purpose, mailedTo, data, createdAt }: Row, userId: AccountId): MailedLink => ({
  purpose,
  userId,
  mailedTo,
  data,
  createdAt,
});

const unknownLink = () =>
  new AppError(
    'not_found',
    'This link is incomplete or no longer works. Please open it from the email again.',
  );
const usedLink = () => new AppError('conflict', 'This link has already been used.');
const expiredLink = () => new AppError('conflict', 'This link has expired.');
/** The link's address is no longer that of its account. */
export const outdatedLink = () =>
  new AppError('conflict', 'This link is for an email address that this account no longer has.');
