import { expect, it } from 'vitest';
import { startTestServer } from '#test/server.ts';
import { addMember, addWholeTeam } from '#test/teams.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
const server = startTestServer({ TRUST_PROXY: 'on' });

it('A view by whoever runs the team that has the card is not counted, but one by a colleague is', async () => {
  const team = await addWholeTeam(server);
  const colleague = await addMember(server, team.teamId);
  const seen: boolean[] = [];
  for (const [nth, { call }] of [team.owner, team.admin, team.member, colleague].entries()) {
    const headers = { 'user-agent': CHROME, 'x-forwarded-for': `198.51.100.${nth}` };
    seen.push((await call('POST', `/api/cards/${team.cardId}/views`, {}, headers)).body.isCounted);
  }
  expect(seen).toEqual([false, false, false, true]);
});
