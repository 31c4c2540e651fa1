import { expect, it } from 'vitest';
import { claimOf, signUpConfirmed, tokenIn } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addWholeTeam } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

it('says who did what, to whom, and from where, latest first', async () => {
  const { teamId, owner, admin, member } = await addWholeTeam(server);
  const at = `/api/teams/${teamId}`;
  const grace = await signUpConfirmed(server, 'Grace Hopper');
  await admin.call(
    'POST',
    `${at}/invites`,
    { people: [{ email: grace.email, fullName: 'Grace Hopper' }] },
    BROWSER,
  );
  const [mail] = await mailbox.wait(grace.email, 1, /prepared a/);
  expect((await grace.call('POST', claimOf(teamId, tokenIn(mail)))).status).toBe(200);
  await owner.call('PATCH', `${at}/members/${grace.id}`, { role: 'admin' });
  await owner.call('PATCH', `${at}/members/${grace.id}`, { role: 'admin' });
  await owner.call('PATCH', at, { name: 'Acme Ltd', membersMayExport: true });
  await admin.call('PUT', `${at}/page`, { isPublic: true });
  await owner.call('DELETE', `${at}/members/${grace.id}`);
  await member.call('DELETE', `${at}/members/${member.id}`);
  const { body } = await owner.call('GET', `${at}/history`);
  expect(body.map(({ kind, about, by }: Record<string, unknown>) => [kind, about, by])).toEqual([
    ['in_team_left', 'Mary Member', 'Mary Member'],
    ['in_team_removed', 'Grace Hopper', 'Olive Owner'],
    ['in_team_page_changed', 'public', 'Adam Admin'],
    ['in_team_changed', 'name: Acme → Acme Ltd, members may export: on', 'Olive Owner'],
    ['in_team_role_changed', 'Grace Hopper: Member → Team admin', 'Olive Owner'],
    ['in_team_card_claimed', 'Grace Hopper', 'Grace Hopper'],
    ['in_team_card_prepared', 'Grace Hopper', 'Adam Admin'],
  ]);
  expect(body.at(-1)).toMatchObject({ title: 'Card prepared', device: 'Firefox on Linux', count: 1 });
  const kindsOf = async (query: string) =>
    (await admin.call('GET', `${at}/history?${query}`)).body.map(({ kind }: { kind: string }) => kind);
  expect(await kindsOf(`person=${grace.id}`)).toEqual([
    'in_team_removed',
    'in_team_role_changed',
    'in_team_card_claimed',
  ]);
  expect(await kindsOf('about=cards&days=7')).toEqual(['in_team_card_claimed', 'in_team_card_prepared']);
  expect(await kindsOf(`person=${admin.id}&about=team`)).toEqual(['in_team_page_changed']);
  const first = await admin.call('GET', `${at}/history?limit=3`);
  expect(first.body).toHaveLength(3);
});

it('is for those who run the team', async () => {
  const { teamId, member, outsider } = await addWholeTeam(server);
  const other = await addWholeTeam(server);
  const at = `/api/teams/${teamId}/history`;
  expect((await server.client()('GET', at)).status).toBe(401);
  expect((await member.call('GET', at)).status).toBe(403);
  expect((await outsider.call('GET', at)).status).toBe(404);
  expect((await other.owner.call('GET', at)).status).toBe(404);
  expect((await other.owner.call('GET', `/api/teams/${other.teamId}/history?about=nothing`)).status).toBe(
    400,
  );
});

it('names whoever deleted, restored and exported the team, and a former person no more', async () => {
  const { teamId, owner, admin } = await addWholeTeam(server);
  const at = `/api/teams/${teamId}`;
  await owner.call('POST', '/api/account/confirm', { password: 'correct horse' });
  await owner.call('DELETE', at, { name: 'Acme' });
  await owner.call('POST', `${at}/restore`);
  await admin.call('GET', `/api/contacts/export?account=${teamId}`);
  await server.running.app.db.execute(`delete from users where id = '${admin.id}'`);
  const { body } = await owner.call('GET', `${at}/history`);
  expect(body.map(({ title, by }: Record<string, unknown>) => [title, by])).toEqual([
    ['Data exported', 'A former member'],
    ['Team restored', 'Olive Owner'],
    ['Team deleted', 'Olive Owner'],
  ]);
});

it('knows the brand, cards that changed hands, and who came back', { tags: ['thorough'] }, async () => {
  const { teamId, cardId, owner, admin, member } = await addWholeTeam(server);
  const at = `/api/teams/${teamId}`;
  const brand = { fields: { company: { mode: 'locked', value: 'Acme Holding' } } };
  expect((await admin.call('PUT', `${at}/brand`, brand)).status).toBe(200);
  const successor = { fullName: 'Nora Next', email: 'nora@example.com' };
  const succession = `${at}/cards/${cardId}/succession`;
  expect((await admin.call('POST', succession, { successor })).status).toBe(200);
  expect((await owner.call('DELETE', succession)).status).toBe(200);
  await admin.call('DELETE', `${at}/members/${member.id}`);
  expect((await admin.call('POST', `${at}/leavers/${member.id}`)).status).toBe(200);
  const { body } = await owner.call('GET', `${at}/history`);
  expect(body.map(({ kind, about, by }: Record<string, unknown>) => [kind, about, by])).toEqual([
    ['in_team_back', 'Mary Member', 'Adam Admin'],
    ['in_team_removed', 'Mary Member', 'Adam Admin'],
    ['in_team_card_taken_back', 'Grace Hopper', 'Olive Owner'],
    ['in_team_card_handed', 'Grace Hopper → Nora Next', 'Adam Admin'],
    ['in_team_brand_changed', 'Company', 'Adam Admin'],
  ]);
});
