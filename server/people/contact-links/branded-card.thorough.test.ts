import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { contactLinks } from '#server/db/schema/people-visitors.ts';
import { startLinkedOwners } from '#test/linked-owners.ts';
import { addTeam, addTeamCard } from '#test/teams.ts';

const { db, grace, link, linksOf, newsOf, server, settle } = startLinkedOwners();

it('A contact that keeps in step with a team’s card hears of what the team gives to it', async () => {
  const teamId = await addTeam(server, grace.id);
  const cardId = await addTeamCard(server, teamId, grace.id);
  await db().update(businessCards).set({ company: 'Navy' }).where(eq(businessCards.id, cardId));
  const id = await link();
  await db().update(contactLinks).set({ cardId }).where(eq(contactLinks.personId, id));
  settle();
  expect(await newsOf(id)).toBeUndefined();
  const fields = { company: { mode: 'locked', value: 'Navy Reserve' } };
  expect((await grace.call('PUT', `/api/teams/${teamId}/brand`, { fields })).status).toBe(200);
  expect(await newsOf(id)).toBeUndefined();
  settle();
  expect(await newsOf(id)).toBe('changes');
  expect((await linksOf(id))[0].changes).toEqual([{ field: 'company', from: 'Navy', to: 'Navy Reserve' }]);
});
