import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { VISITOR } from '#server/access/actor.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { type TextState, textMessages } from '#server/db/schema/messages.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { recordContactEvent } from '#server/people/contacts/history.ts';
import { withMerged } from '#server/people/contacts/merge/with-merged.ts';
import { noteEvent } from '#server/people/contacts/note-event.ts';
import { lockOfReceipt, moved } from '#server/people/recipients/lock-person.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { Consent, SaidBy } from '#shared/contract/lead-questions.ts';
import { smsConsentWords, textBodyOf } from '#shared/messages/text-message.ts';
import type { GivenConsent } from '#shared/people/recipients.ts';

/** A person's consents, and the way to withdraw them. */

const keyOf = ({ purpose, at }: Pick<Consent, 'purpose' | 'at'>): string => `${purpose} ${at}`;
/** True of what this person said, in a contact into which others may have been merged. */
export const isSaidBy =
  (id: string) =>
  ({ saidBy = id }: { saidBy?: SaidBy }): boolean =>
    [saidBy].flat().includes(id);
/** Rows from before there were consents have none. */
const listIn = (kept: Consent[]): Consent[] => (Array.isArray(kept) ? kept : []);
const textKey = (id: string): string => `text ${id}`;

const NOT_SENT: readonly TextState[] = ['waiting', 'not_sent', 'outbox', 'refused', 'failed'];

/** Those of the receipt with this id; `kept`: as they are in the row of the contact or lead. */
export async function listConsents(
  db: Db,
  { id, personId }: { id: string; personId: string },
  kept: Consent[],
): Promise<GivenConsent[]> {
  const texts = await db
    .select()
    .from(textMessages)
    // A text has the id of the contact that agreed to it.
    .where(and(eq(textMessages.contactId, personId), eq(textMessages.id, id)))
    .orderBy(asc(textMessages.createdAt), asc(textMessages.id));
  return [
    ...texts.map((text) => ({
      key: textKey(text.id),
      purpose: 'text' as const,
      words: smsConsentWords(text.ownerName),
      message: textBodyOf(text.ownerName, text.message),
      isSent: !NOT_SENT.includes(text.state),
      at: text.createdAt.toISOString(),
      withdrawnAt: text.consentWithdrawnAt?.toISOString() ?? null,
    })),
    ...listIn(kept)
      .filter(isSaidBy(id))
      .map(({ purpose, text, at, withdrawnAt }) => ({
        key: keyOf({ purpose, at }),
        purpose,
        words: text,
        message: null,
        isSent: false,
        at,
        withdrawnAt: withdrawnAt ?? null,
      })),
  ];
}

/** Who gave it: the contact or lead, whose it is, and the receipt that led here. */
interface Giver {
  id: string;
  personId: string;
  ownerId: AccountId;
  toldId: AccountId;
  cardName: string | null;
}

/** Takes back the consent with this key; once is enough. The proof that it was given stays, and the owner sees both. */
export async function withdrawConsent(
  ctx: VisitorContext,
  { id, personId, ownerId, toldId, cardName }: Giver,
  key: string,
): Promise<void> {
  await writeInOrderOf(ctx, sql`${ownerId}`, VISITOR, async (tx) => {
    const person = await lockOfReceipt(tx, { id, personId });
    if (!person) return;
    const { isContact, isDeleted, consents } = person;
    if (isDeleted) throw moved();
    const words =
      (await withdrawText(ctx, tx, personId, key)) ?? (await withdrawKept(ctx, tx, personId, consents, key));
    if (words === null) return;
    if (isContact) {
      const event = {
        userId: ownerId,
        contactId: personId,
        kind: 'consentWithdrawn',
        at: ctx.now(),
      } as const;
      await recordContactEvent(tx, { ...event, details: { text: `“${words}”` } });
    }
    await recordAccountEvent({ ...ctx, requester: undefined }, tx, ownerId, 'consent_withdrawn', {
      name: cardName ?? '',
    });
    const isLead = !isContact;
    await noteEvent(ctx, tx, { event: 'consentWithdrawn', toldId, personId, isLead, cardName });
  });
  ctx.arrivals.nudge(toldId);
}

/** The words of the consent that was taken back; null if it is no text's, or was taken back before. */
async function withdrawText(
  { now }: VisitorContext,
  tx: Db,
  personId: string,
  key: string,
): Promise<string | null> {
  const [text] = await tx
    .update(textMessages)
    .set({
      consentWithdrawnAt: now(),
      state: sql`case when ${textMessages.state} = 'waiting' then 'not_sent' else ${textMessages.state} end`,
      reason: sql`case when ${textMessages.state} = 'waiting' then 'withdrawn' else ${textMessages.reason} end`,
    })
    .where(
      and(
        eq(textMessages.contactId, personId),
        sql`${textKey('')} || ${textMessages.id} = ${key}`,
        isNull(textMessages.consentWithdrawnAt),
      ),
    )
    .returning({ ownerName: textMessages.ownerName });
  return text ? smsConsentWords(text.ownerName) : null;
}

/** Likewise for a consent in the row of the contact or lead, also where undoing a merge would bring it back. */
async function withdrawKept(
  { now }: VisitorContext,
  tx: Db,
  personId: string,
  consents: Consent[],
  key: string,
): Promise<string | null> {
  const consent = consents.find((one) => keyOf(one) === key);
  if (!consent || consent.withdrawnAt !== undefined) return null;
  const at = now().toISOString();
  const given = JSON.stringify({ purpose: consent.purpose, at: consent.at });
  const marked = (list: string) => sql`(
    select coalesce(jsonb_agg(
      case when one @> ${given}::jsonb then one || jsonb_build_object('withdrawnAt', ${at}::text) else one end order by nth
    ), '[]') from jsonb_array_elements(${sql.raw(list)}) with ordinality as listed (one, nth))`;
  for (const table of ['contacts', 'lead_captures'].map((name) => sql.identifier(name))) {
    await tx.execute(sql`update ${table} set consents = ${marked('consents')} where id = ${personId}`);
  }
  await tx.execute(sql`
    ${withMerged(personId)}
    update contact_undo_rows set row = jsonb_set(row, '{consents}', ${marked("row -> 'consents'")})
    where contact_id in (select id from theirs) and jsonb_typeof(row -> 'consents') = 'array'`);
  return consent.text;
}
