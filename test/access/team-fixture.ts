import { newId } from '#server/db/new-id.ts';
import {
  contactFilters,
  contactNotes,
  contacts,
  contactTags,
  leadCaptures,
} from '#server/db/schema/people.ts';
import { contactOperations } from '#server/db/schema/people-changes.ts';
import { senderBlocks, unreviewedSubmissions } from '#server/db/schema/people-visitors.ts';
import type { TestServer } from '#test/server.ts';
import { addMember, addWholeTeam } from '#test/teams.ts';

/** The ids that calls about a team's things need. */
export interface TeamFixture {
  teamId: string;
  cardId: string;
  contactId: string;
  otherId: string;
  noteId: string;
  leadId: string;
  otherLeadId: string;
  filterId: string;
  operationId: string;
  submissionId: string;
  blockId: string;
  /** In everything that the team keeps of people. */
  mark: string;
}

/** A team in which `holder` holds a card and everybody met through it. */
export async function makeTeamFixture(server: TestServer) {
  const team = await addWholeTeam(server);
  const { db } = server.running.app;
  const { teamId: userId, cardId, member: holder } = team;
  const other = await addMember(server, userId);
  const elsewhere = await addWholeTeam(server);
  const ids = {
    contactId: newId(),
    otherId: newId(),
    noteId: newId(),
    leadId: newId(),
    otherLeadId: newId(),
    filterId: newId(),
    operationId: newId(),
    submissionId: newId(),
    blockId: newId(),
  };
  const mark = `mark-${newId()}`;
  const held = { userId, cardId, holderId: holder.id };
  await db.insert(contacts).values([
    { id: ids.contactId, ...held, fullName: `${mark} contact`, email: 'ada@example.com', tags: [mark] },
    { id: ids.otherId, ...held, fullName: `${mark} contact`, email: 'ada@example.com' },
  ]);
  await db.insert(contactNotes).values({ id: ids.noteId, userId, contactId: ids.contactId, text: mark });
  await db.insert(contactTags).values({ userId, name: mark, folded: mark.toLowerCase() });
  await db.insert(contactFilters).values({ id: ids.filterId, userId, name: mark, query: {} });
  await db
    .insert(contactOperations)
    .values({ id: ids.operationId, userId, kind: 'favorite', state: 'done', details: {} });
  const lead = { cardId, cardOwnerId: userId, holderId: holder.id, leadEmail: 'lead@example.com' };
  await db.insert(leadCaptures).values([
    { id: ids.leadId, ...lead, leadName: `${mark} lead` },
    { id: ids.otherLeadId, ...lead, leadName: `${mark} lead` },
  ]);
  await db.insert(unreviewedSubmissions).values({
    ...{ id: ids.submissionId, userId, cardId, cardName: 'Work', kind: 'contact', reason: 'busy' },
    ...{ fullName: `${mark} submission`, email: 's@example.com', sender: 's@example.com', address: mark },
  });
  await db
    .insert(senderBlocks)
    .values({ id: ids.blockId, userId, kind: 'sender', value: `${mark}@example.com`, label: mark });
  const { owner, admin, outsider } = team;
  const people = { owner, admin, holder, other, outsider, elsewhere: elsewhere.member };
  return { people, ids: { ...ids, teamId: userId, cardId, mark } };
}
