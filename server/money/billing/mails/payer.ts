import { eq, sql } from 'drizzle-orm';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { personColumns, persons, teams } from '#server/db/schema/users.ts';
import type { Addressee } from '#server/infra/billing-provider.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { holdsOnlyTeamCards } from '../quantity.ts';
import { readInvoiceDetails } from './read-invoice-details.ts';
import type { Content, Payer } from './words.ts';

/** Whom mails about an account's subscription go to (docs/decisions/358). */
export async function readPayer(db: Db, account: UserRow): Promise<Payer> {
  if (account.kind === 'person') return { ...account, team: null };
  const { id } = account;
  const [found] = await db
    .select({
      owner: personColumns,
      id: teams.id,
      name: teams.name,
      deletedAt: teams.deletedAt,
    })
    .from(teams)
    .innerJoin(persons, eq(persons.id, teams.ownerId))
    .where(eq(teams.id, id));
  if (!found) throw new Error('Each team has an owner.');
  const { email: invoiceEmail, reference } = await readInvoiceDetails(db, id);
  return { ...found.owner, team: { ...found, invoiceEmail, reference } };
}

/** True while nobody can subscribe, as the mail about the suspension or the deletion has said: the rest would be untrue. */
export const isClosed = ({ suspendedAt }: Pick<UserRow, 'suspendedAt'>, { team }: Payer): boolean =>
  suspendedAt !== null || (team !== null && team.deletedAt !== null);

/** True if somebody needs no subscription: they hold a card of a team, and have none of their own. */
export async function isPaidByTeam(db: Db, { id, kind }: UserRow): Promise<boolean> {
  if (kind === 'team') return false;
  const { rows } = await db.execute<{ is: boolean }>(sql`select ${holdsOnlyTeamCards(id)} as is`);
  return rows[0]?.is === true;
}

/** `mailUser` for whoever pays; the subject says for which team. */
export const mailPayer = (
  app: Pick<AppContext, 'queue'>,
  tx: Db,
  payer: Payer,
  letter: Content,
  key?: string,
): Promise<void> => mailUser(app, tx, payer, withTeam(payer, letter), key);

/** Likewise, and to the address for the team's invoices. */
export async function mailBill(
  app: Pick<AppContext, 'queue'>,
  tx: Db,
  payer: Payer,
  letter: Content,
): Promise<void> {
  await mailPayer(app, tx, payer, letter);
  const { invoiceEmail: email, name } = payer.team ?? { invoiceEmail: null, name: '' };
  if (email !== payer.email) await mailUser(app, tx, { email, fullName: name }, withTeam(payer, letter));
}

const withTeam = ({ team }: Payer, letter: Content): Content => ({
  ...letter,
  subject: team ? `${plainName(team.name)}: ${letter.subject}` : letter.subject,
});

/** Whom the payment provider knows, and mails invoices if it mails them. */
export const addresseeOf = ({ email, team }: Payer): Addressee => ({
  email: team?.invoiceEmail ?? email,
  reference: team?.reference,
});
