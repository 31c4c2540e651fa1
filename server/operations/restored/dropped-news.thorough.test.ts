import { expect, it } from 'vitest';
import { tellUnheld } from '#server/messages/notices/tell-unheld.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { confirmEmail } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { addTeamCard, addWholeTeam } from '#test/teams.ts';
import { WAITING } from './waiting.ts';

let ahead = 0;
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + ahead));
const mailbox = openMailbox(server);

it('Whom a team met through cards that no one holds is dropped with the other news', async () => {
  const { teamId, admin } = await addWholeTeam(server);
  const cardId = await addTeamCard(server, teamId, null, 'Front Desk');
  await confirmEmail(server, admin.id);
  const meet = async (fullName: string) => {
    const sent = { fullName, email: 'visitor@example.com', cardId };
    expect((await server.client()('POST', '/api/contacts/exchange', sent)).status).toBe(200);
  };
  const { app } = server.running;
  await meet('Ada Arriving');
  const restoredAt = new Date(Date.now() + 1_000);
  ahead += 2_000;
  await meet('Bert Later');
  await WAITING.find(({ name }) => name === 'news')?.drop?.(app.db, restoredAt, () => []);
  ahead += 2 * DAY_MS;
  await tellUnheld(app);
  const [mail] = await mailbox.wait(`${admin.username}@example.com`, 1, /for Acme$/);
  expect(mail?.subject).toBe('1 new contact for Acme');
  expect(mail?.text).toContain('Bert Later');
});
