import { eq, sql } from 'drizzle-orm';
import { businessCards } from '#server/db/schema/cards.ts';
import { CARD_FIELD_NAMES, LEAVING_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import { tokenIn } from '#test/invites.ts';
import type { Mailbox } from '#test/mails.ts';
import type { Client, TestServer } from '#test/server.ts';

/** Cards of teams that are handed from one person to another. */

const INVITE = /prepared a .* card for you/;

/** Hands a card to somebody by mail; returns the address of their claim. */
export async function handByMail(
  call: Client,
  mailbox: Mailbox,
  { teamId, cardId }: { teamId: string; cardId: string },
  email: string,
  isNamed = false,
): Promise<string> {
  const before = mailbox.to(email).filter(({ subject }) => INVITE.test(subject)).length;
  const successor = { email, fullName: 'Nora Next' };
  const path = `/api/teams/${teamId}/cards/${cardId}/succession`;
  const { status, body } = await call('POST', path, { successor, isNamed });
  if (status !== 200) throw new Error(`The card was not handed over: ${JSON.stringify(body)}`);
  const mails = await mailbox.wait(email, before + 1, INVITE);
  return `/api/teams/${teamId}/claims/${tokenIn(mails.at(-1))}`;
}

/** A card as it is kept: the fields that go with a person, and who holds it. */
export async function readKeptCard({ running }: TestServer, id: string) {
  const [row] = await running.app.db.select().from(businessCards).where(eq(businessCards.id, id));
  if (!row) throw new Error('There is no such card.');
  const { holderId, isUnclaimed, vacancy, alias } = row;
  return {
    leaving: pick(row, LEAVING_FIELD_NAMES),
    all: pick(row, CARD_FIELD_NAMES),
    holderId,
    isUnclaimed,
    vacancy,
    alias,
  };
}

/** Contacts that a card has met, held by whoever carried it then. */
export const addMet = (
  { running }: TestServer,
  { teamId, cardId, holderId }: { teamId: string; cardId: string; holderId: string | null },
  count: number,
) =>
  running.app.db.execute(sql`
    insert into contacts (id, user_id, card_id, holder_id, full_name, email, created_at)
    select gen_random_uuid()::text, ${teamId}, ${cardId}, ${holderId}, 'Visitor ' || n, 'visitor@example.com', now() - n * interval '1 minute'
    from generate_series(1, ${count}::int) n`);
