import { it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { businessCards, teamPageCards } from '#server/db/schema/cards.ts';
import { listPeopleOnPage } from '#server/pages/team/people-on-page.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addWholeTeam } from '#test/teams.ts';

const server = shareTestServer();
it('measures', async () => {
  const { teamId, member } = await addWholeTeam(server);
  const { app } = server.running;
  for (const upTo of [1_000, 2_500]) {
  const cards = Array.from({ length: upTo }, (_, nth) => ({
    ...{ id: newId(), userId: teamId, name: 'Work', jobTitle: `Ingénieur ${nth % 20}`, department: 'Recherche' },
    ...{ fullName: `José ${String.fromCharCode(65 + (nth % 26))}da ${nth % 500}`, holderId: member.id },
  }));
  await app.db.insert(businessCards).values(cards);
  await app.db.insert(teamPageCards).values(cards.map(({ id }) => ({ cardId: id, holderId: member.id, agreedAt: new Date() })));
  await app.db.execute('analyze business_cards, team_page_cards');
  const times: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const at = performance.now();
    await listPeopleOnPage(app, teamId, { query: n % 2 ? 'jose 7' : '', after: undefined });
    times.push(performance.now() - at);
  }
  console.info('MEASURED', upTo, times.toSorted((a, b) => a - b).map((t) => t.toFixed(1)).join(' '));
  }
});
