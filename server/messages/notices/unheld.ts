import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { isRestingAdmin } from '#server/access/find-account.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { teamMembers, teams } from '#server/db/schema/users.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import {
  composeEnding,
  type Notice,
  type Parts,
  sayCounts,
  sayFirst,
  sayName,
  toDigestRow,
} from '#server/messages/notices/notice-parts.ts';
import { type MetPerson, NAMED_MAX, readMet } from '#server/messages/notices/notice-people.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import type { NoticeKind } from '#shared/messages/notices.ts';

/** Whom a team met through cards that nobody holds, so that nobody else is told of them. */

/** When they came: after `from`, and not after `until`. */
interface Span {
  from: Date;
  until: Date;
}

export const unheldId = (teamId: AccountId, { from, until }: Span): string =>
  `${teamId} ${from.toISOString()} ${until.toISOString()}`;

/** The teams that somebody runs, without deleted ones, and those in which they rest as an admin. */
export const isRunBy = (userId: AccountId): SQL | undefined =>
  and(
    whereCan(systemFor(userId), 'see', 'membership'),
    sql`${teamMembers.role} <> 'member' and not ${isRestingAdmin()}`,
    sql`exists (select from ${teams} where ${teams.id} = ${teamMembers.teamId} and ${teams.deletedAt} is null)`,
  );

/** Of whom a member gave up, that member was told; the card may have a holder by now, who was not. */
const isNotGivenUp = (teamId: AccountId, personId: typeof contacts.id | typeof leadCaptures.id): SQL =>
  sql`not exists (select from released_people r where ${whereCan(systemFor(teamId), 'see', 'release', 'r')} and r.person_id = ${personId})`;

/** SQL by kind: the people who came in this time; nobody of the kinds that are not wanted. */
function unheldIn(teamId: AccountId, { from, until }: Span, wanted: readonly NoticeKind[]) {
  const team = systemFor(teamId);
  return {
    contact: and(
      whereCan(team, 'see', 'contact'),
      gt(contacts.createdAt, from),
      lte(contacts.createdAt, until),
      sql`${contacts.source} = 'exchange' and ${contacts.holderId} is null and ${wanted.includes('contact')}`,
      isNotGivenUp(teamId, contacts.id),
    ),
    lead: and(
      whereCan(team, 'see', 'lead'),
      gt(leadCaptures.createdAt, from),
      lte(leadCaptures.createdAt, until),
      sql`${leadCaptures.holderId} is null and ${wanted.includes('lead')}`,
      isNotGivenUp(teamId, leadCaptures.id),
    ),
  } satisfies Record<MetPerson['kind'], SQL | undefined>;
}

export async function countUnheld(
  db: Db,
  teamId: AccountId,
  span: Span,
  wanted: readonly NoticeKind[] = ['contact', 'lead'],
): Promise<{ contacts: number; leads: number }> {
  const { contact, lead } = unheldIn(teamId, span, wanted);
  return { contacts: await db.$count(contacts, contact), leads: await db.$count(leadCaptures, lead) };
}

/** Null for whoever no longer runs the team, and if nobody is left. */
export async function aboutUnheld(
  app: Parts,
  owner: UserRow,
  id: string,
  wanted: readonly NoticeKind[],
): Promise<Notice | null> {
  const [team = '', from = '', until = ''] = id.split(' ');
  const teamId = accountId.parse(team);
  const span = { from: new Date(from), until: new Date(until) };
  const [found] = await app.db
    .select({ name: teams.name })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(and(isRunBy(owner.id), eq(teams.id, teamId)));
  const counts = await countUnheld(app.db, teamId, span, wanted);
  const all = counts.contacts + counts.leads;
  if (!found || all === 0) return null;
  const met = await readMet(app, owner.id, unheldIn(teamId, span, wanted), NAMED_MAX);
  const named = met.slice(0, NAMED_MAX);
  const name = plainName(found.name) || 'your team';
  const counted = sayCounts([
    [counts.contacts, 'new contact'],
    [counts.leads, 'new lead'],
  ]);
  const sentence = `${counted} came to ${name} through cards that no one holds.`;
  const path = pathTo(screens.contacts, {}, { account: teamId });
  const { letter, extras } = composeEnding(app, owner, 'people', path, 'See the team’s contacts');
  const more = all - named.length;
  return {
    letter: {
      ...letter,
      subject: `${counted} for ${name}`,
      paragraphs: [
        sentence,
        ...(more > 0
          ? [`These are the first ${named.length}; ${more} more are in the team’s contacts.`]
          : []),
      ],
      facts: named.map((one) => toDigestRow(app, one)),
      footnote:
        'We tell everyone who runs the team once a day. Give the card to somebody, and they hear of each.',
    },
    extras,
    push: {
      title: `${counted} for ${name}`,
      body: sayFirst(named.map(sayName)),
      path,
      tag: `unheld ${teamId}`,
    },
  };
}
