import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { businessCards, teamPageCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import type { TestServer } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMember, addTeamCard, addWholeTeam } from '#test/teams.ts';

const server = shareTestServer();

/** A team whose page is public, with Mary's card on it. */
async function addPublicTeam() {
  const team = await addWholeTeam(server);
  const { db } = server.running.app;
  const [row] = await db.select().from(users).where(eq(users.id, team.teamId));
  const [at, path] = [`/api/teams/${team.teamId}/page`, `/team/${row?.username}`];
  await db.update(businessCards).set({ jobTitle: 'Café Manager', department: 'Öffnung' });
  expect((await team.admin.call('PUT', at, { isPublic: true })).status).toBe(200);
  const agree = (isListed: boolean) => team.member.call('PUT', `${at}/cards/${team.cardId}`, { isListed });
  return { ...team, at, path, agree };
}

const look = (path: string, { client }: Pick<TestServer, 'client'> = server) => client()('GET', path);
const idsOn = (html: string) => [...html.matchAll(/href="\/card\/([^"]+)"/g)].map((match) => match[1]);

describe('The page of a team', () => {
  it('is off until somebody who runs the team turns it on', async () => {
    const { teamId, owner, admin, member, outsider } = await addWholeTeam(server);
    const at = `/api/teams/${teamId}/page`;
    const { body } = await member.call('GET', at);
    expect(body).toMatchObject({ isPublic: false, cards: [{ isListed: false }] });
    expect((await look(body.path)).status).toBe(404);
    expect((await member.call('PUT', at, { isPublic: true })).status).toBe(403);
    expect((await outsider.call('PUT', at, { isPublic: true })).status).toBe(404);
    expect((await admin.call('PUT', at, { isPublic: true })).body).toMatchObject({ isPublic: true });
    const page = await look(body.path);
    expect([page.status, page.text.includes('No one is listed here yet.')]).toEqual([200, true]);
    expect((await look(body.path.toUpperCase().replace('/TEAM', '/team'))).headers.get('location')).toBe(
      body.path,
    );
    await owner.call('PUT', at, { isPublic: false });
    expect((await look(body.path)).status).toBe(404);
  });

  it('lists a card once whoever holds it agrees, and nobody does that for them', async () => {
    const { at, path, cardId, agree, owner, admin, outsider } = await addPublicTeam();
    for (const [one, status] of [
      [owner, 404],
      [admin, 404],
      [outsider, 404],
    ] as const) {
      expect((await one.call('PUT', `${at}/cards/${cardId}`, { isListed: true })).status).toBe(status);
    }
    expect(idsOn((await look(path)).text)).toEqual([]);
    expect((await agree(true)).body.cards).toMatchObject([{ id: cardId, isListed: true }]);
    const { text, headers } = await look(path);
    expect(idsOn(text)).toEqual([cardId]);
    expect(headers.get('cache-control')).toContain('s-maxage=30');
    expect(text).toContain('rel="canonical"');
    await agree(false);
    expect(idsOn((await look(path)).text)).toEqual([]);
  });

  it.each([
    ['the card is paused', 'update business_cards set is_active = false where id = $card'],
    ['the card is deleted', 'update business_cards set deleted_at = now() where id = $card'],
    ['nobody holds the card any more', 'update business_cards set holder_id = null where id = $card'],
    ['the card waits to be claimed', 'update business_cards set is_unclaimed = true where id = $card'],
    ['somebody else holds the card', 'update business_cards set holder_id = $owner where id = $card'],
    ['its holder is suspended', 'update users set suspended_at = now() where id = $holder'],
  ])('lists no card where %s', async (_, statement) => {
    const { path, cardId, agree, owner, member } = await addPublicTeam();
    await agree(true);
    expect(idsOn((await look(path)).text)).toEqual([cardId]);
    const text = statement
      .replace('$card', `'${cardId}'`)
      .replace('$owner', `'${owner.id}'`)
      .replace('$holder', `'${member.id}'`);
    await server.running.app.db.execute(sql.raw(text));
    await vi.waitFor(async () => expect(idsOn((await look(path)).text)).toEqual([]), { timeout: 10_000 });
  });

  it.each([
    ['the team is suspended', 'update users set are_pages_suspended = true where id = $team'],
    ['the team is deleted', 'update teams set deleted_at = now() where id = $team'],
  ])('is gone where %s', async (_, statement) => {
    const { path, teamId } = await addPublicTeam();
    expect((await look(path)).status).toBe(200);
    await server.running.app.db.execute(sql.raw(statement.replace('$team', `'${teamId}'`)));
    await vi.waitFor(async () => expect((await look(path)).status).toBe(404), { timeout: 10_000 });
    expect((await look(`${path}/qr.svg`)).status).toBe(404);
  });

  it('shows a new name, color and logo at once, and nothing of others’ sites', {
    tags: ['thorough'],
  }, async () => {
    const { path, teamId, owner } = await addPublicTeam();
    await look(path);
    const body = {
      name: '<b>New</b> & Sons',
      primaryColor: '#0a7c66',
      logo: 'https://elsewhere.example/a.png',
    };
    expect((await owner.call('PATCH', `/api/teams/${teamId}`, body)).status).toBe(200);
    await vi.waitFor(async () => expect((await look(path)).text).toContain('--team:#0a7c66'));
    const { text } = await look(path);
    expect(text).toContain('&lt;b&gt;New&lt;/b&gt; &amp; Sons');
    expect(text).not.toContain('elsewhere.example');
  });

  it('is searched without scripts by name, job title and department, as other searches fold text', {
    tags: ['thorough'],
  }, async () => {
    const { path, agree, cardId, teamId } = await addPublicTeam();
    await agree(true);
    const other = await addMember(server, teamId, 'member', 'Zoë Zuse');
    const otherId = await addTeamCard(server, teamId, other.id, 'Zoë Zuse');
    await other.call('PUT', `/api/teams/${teamId}/page/cards/${otherId}`, { isListed: true });
    const found = async (q: string) => idsOn((await look(`${path}?q=${encodeURIComponent(q)}`)).text);
    expect(await found('ZOE')).toEqual([otherId]);
    expect(await found('cafe')).toEqual([cardId]);
    expect(await found('offnung hopper')).toEqual([cardId]);
    expect(await found('')).toEqual([cardId, otherId]);
    const none = await look(`${path}?q=${encodeURIComponent('"><script>')}`);
    expect(none.text).toContain('No one here matches');
    expect(none.text).not.toContain('"><script>');
    expect(none.headers.get('cache-control')).toBe('no-store');
    // The kept page of everyone does not answer a search.
    expect(idsOn((await look(path)).text)).toEqual([cardId, otherId]);
    expect(await found('zuse')).toEqual([otherId]);
  });

  it('refuses a place in the list that is none', async () => {
    const { path } = await addPublicTeam();
    expect((await look(`${path}?after=nonsense`)).status).toBe(400);
    expect((await look(`${path}?q=a&q=b`)).status).toBe(200);
    expect((await look('/team/nobody-at-all')).status).toBe(404);
    expect((await look('/team/%00')).status).toBe(404);
  });

  it('has a code that leads to it', async () => {
    const { path } = await addPublicTeam();
    const svg = await look(`${path}/qr.svg`);
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const png = await look(`${path}/qr.png`);
    expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('has one code of each kind, however its address is spelled', { tags: ['thorough'] }, async () => {
    const { path } = await addPublicTeam();
    const spelled = path.replace('/team/t', '/team/T');
    for (const kind of ['svg', 'png']) {
      const { status, headers } = await look(`${spelled}/qr.${kind}`);
      expect([status, headers.get('location')]).toEqual([302, `${path}/qr.${kind}`]);
    }
  });

  it('limits pages that nobody asked for before, which anyone can make up', {
    tags: ['thorough'],
  }, async () => {
    const { path } = await addPublicTeam();
    const { limits } = server.running.app;
    const take = vi.spyOn(limits, 'take');
    const at = (key: string) =>
      `${path}?after=${Buffer.from(JSON.stringify([key, 'x'])).toString('base64url')}`;
    const searches = () => take.mock.calls.filter(([name]) => name === 'teamSearch').length;
    for (const key of ['a', 'b', 'a', 'b']) expect((await look(at(key))).status).toBe(200);
    expect(searches()).toBe(2);
    await look(path);
    expect(searches()).toBe(2);
    take.mockRestore();
  });

  it('has everyone of a thousand once on its pages, by name', { tags: ['thorough'] }, async () => {
    const { path, teamId, member } = await addPublicTeam();
    const { db } = server.running.app;
    const cards = Array.from({ length: 1_000 }, (_, nth) => ({
      ...{ id: newId(), userId: teamId, name: 'Work', jobTitle: `Engineer ${nth % 20}` },
      ...{ fullName: `${String.fromCharCode(65 + (nth % 26))}da ${nth % 500}`, holderId: member.id },
    }));
    await db.insert(businessCards).values(cards);
    const agreedAt = new Date();
    await db
      .insert(teamPageCards)
      .values(cards.map(({ id }) => ({ cardId: id, holderId: member.id, agreedAt })));
    const seen: (string | undefined)[] = [];
    let at: string | undefined = path;
    while (at) {
      const { text } = await look(at);
      seen.push(...idsOn(text));
      at = /href="([^"]+)">More People/.exec(text)?.[1];
    }
    expect(seen).toHaveLength(1_000);
    expect(new Set(seen)).toEqual(new Set(cards.map(({ id }) => id)));
    const found = await look(`${path}?q=zda`);
    expect(found.text).toContain('38 people for');
  });
});
