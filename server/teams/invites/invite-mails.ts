import { lt, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { sweepInSteps } from '#server/db/delete-in-steps.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { teamMails } from '#server/db/schema/teams.ts';
import { normalizeMailbox } from '#server/infra/mail/mailbox.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import {
  INVITE_MAILS_DAYS,
  INVITE_MAILS_MAX,
  OTHER_TEAM_DAYS,
  SAME_TEAM_DAYS,
} from '#shared/teams/limits.ts';

/** How often teams mail an address, which is known by a keyed hash alone; its other spellings count as it does. */

type Hasher = Pick<AppContext, 'keyedHash' | 'now'>;

export const hashAddress = ({ keyedHash }: Pick<AppContext, 'keyedHash'>, email: string): string =>
  keyedHash('team address', normalizeMailbox(email)).toString('base64url');

/** A mail that may be sent and counts from now on, or why not, in a sentence. Neither: it waits for another day. */
export type PlannedMail = { mailId: string; problem: null } | { mailId: null; problem: string | null };

/** Of one address. */
interface MailedBefore {
  hash: string;
  isRefused: boolean;
  ours: number;
  oursAt: string | null;
  othersAt: string | null;
  [column: string]: unknown;
}

/** Counts a mail for each address that may get one. Two teams cannot both be the first of a week. */
export async function planMails(
  app: Hasher,
  tx: Db,
  teamId: string,
  emails: readonly string[],
): Promise<PlannedMail[]> {
  const hashes = emails.map((email) => hashAddress(app, email));
  const list = sql.param(hashes);
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('team mail ' || hash, 0))
    from (select unnest(${list}::text[]) as hash order by 1) as sorted`);
  const { rows } = await tx.execute<MailedBefore>(sql`
    select a.hash, exists (select from team_refusals r where r.address_hash = a.hash) as "isRefused",
      count(*) filter (where m.team_id = ${teamId})::integer as ours,
      max(m.sent_at) filter (where m.team_id = ${teamId}) as "oursAt",
      max(m.sent_at) filter (where m.team_id <> ${teamId}) as "othersAt"
    from (select distinct unnest(${list}::text[]) as hash) as a left join team_mails m on m.address_hash = a.hash group by a.hash`);
  const now = app.now();
  const before = new Map(rows.map((row) => [row.hash, row]));
  const planned = hashes.map((hash, nth): PlannedMail => {
    const isSecond = hashes.indexOf(hash) < nth;
    const problem = isSecond ? TODAY : findMailProblem(before.get(hash), now);
    return problem === null ? { mailId: newId(), problem } : { mailId: null, problem };
  });
  const values = planned.flatMap(({ mailId }, nth) =>
    mailId === null ? [] : [{ id: mailId, teamId, addressHash: hashes[nth] ?? '', sentAt: now }],
  );
  if (values.length) await tx.insert(teamMails).values(values);
  return planned;
}

const TODAY = 'This address has had an invite from your team in the last 24 hours. Send it again tomorrow.';
export const REFUSED = 'This person asked us to send them no invites.';

function findMailProblem(before: MailedBefore | undefined, now: Date): string | null {
  if (!before) return null;
  const isWithin = (at: string | null, days: number) =>
    at !== null && new Date(at).getTime() > now.getTime() - days * DAY_MS;
  if (before.isRefused) return REFUSED;
  if (before.ours >= INVITE_MAILS_MAX) {
    return `This address has had ${INVITE_MAILS_MAX} invites from your team, which is all that we send.`;
  }
  if (isWithin(before.oursAt, SAME_TEAM_DAYS)) {
    return TODAY;
  }
  if (isWithin(before.othersAt, OTHER_TEAM_DAYS)) {
    return `This address has had an invite in the last ${OTHER_TEAM_DAYS} days. Send it again in a week.`;
  }
  return null;
}

/** Forgets the mails of teams that are gone, once their number no longer keeps anybody from being mailed. */
export async function purgeMails({ db, now }: AppContext, stopping?: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - INVITE_MAILS_DAYS * DAY_MS);
  const isOver = sql`${lt(teamMails.sentAt, before)}
    and not exists (select from teams t where t.id = ${teamMails.teamId})`;
  await sweepInSteps(db, teamMails.id, isOver, stopping);
}
