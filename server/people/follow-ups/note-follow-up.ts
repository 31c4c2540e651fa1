import { and, eq, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { contacts } from '#server/db/schema/people.ts';
import type { HandlerInput } from '#server/infra/http/serve.ts';
import { setUntold, updateContact } from '#server/people/contacts/write-contacts.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { FollowUpLanguage, followUpEndpoints } from '#shared/people/follow-ups.ts';

const TOO_LATE = 'That time is in the future. Send one in the past.';

/**
 * Marks a contact as followed up, or as followed up at an earlier time only; the contact's history says the same. We
 * never send a suggestion: copying it or opening it elsewhere counts, until the owner takes that back; what somebody
 * else has noted since stays.
 */
export async function noteFollowUp(
  ctx: UserContext,
  { params, body }: HandlerInput<typeof followUpEndpoints.noteFollowUp>,
) {
  const now = ctx.now();
  const followedUpAt = body.at === undefined ? now : toDate(body.at);
  if (followedUpAt && followedUpAt > now)
    throw new AppError('invalid', TOO_LATE, { fields: { at: TOO_LATE } });
  return writeInOrder(ctx, async (tx) => {
    const where = and(eq(contacts.id, params.id), whereCan(ctx, 'edit', 'contact'));
    const [kept] = await tx.select().from(contacts).where(where).for('update');
    if (!kept) throw notFound('contact');
    const { followedUpAt: stands } = kept;
    if (body.latest !== undefined && toDate(body.latest)?.getTime() !== stands?.getTime())
      return toFollowedUp(params.id, stands, stands);
    const details: Record<string, string> = body.way ? { channel: body.way } : {};
    const told = body.at === undefined ? [{ kind: 'followedUp' as const, details }] : [];
    await updateContact(tx, kept, { followedUpAt }, { at: now, told });
    if (body.at !== undefined) {
      await tx.execute(sql`
        delete from contact_history where contact_id = ${params.id} and kind = 'followedUp'
          and created_at > ${followedUpAt?.toISOString() ?? '-infinity'}::timestamptz`);
    }
    return toFollowedUp(params.id, followedUpAt, stands);
  });
}

const toDate = (moment: string | null) => (moment === null ? null : new Date(moment));

const toFollowedUp = (id: string, followedUpAt: Date | null, before: Date | null) => ({
  id,
  followedUpAt: followedUpAt?.toISOString() ?? null,
  before: before?.toISOString() ?? null,
});

/** The next suggestions for this contact are in the language that was chosen for these. */
export async function rememberLanguage(
  ctx: UserContext,
  contactId: string,
  language: FollowUpLanguage,
): Promise<void> {
  const isOther = sql`${contacts.followUpLanguage} is distinct from ${language}`;
  const which = and(eq(contacts.id, contactId), whereCan(ctx, 'edit', 'contact'), isOther);
  await writeInOrder(ctx, (tx) => setUntold(tx, which, { followUpLanguage: language }));
}
