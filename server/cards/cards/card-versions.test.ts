import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { purgeCardVersions } from '#server/cards/cards/card-versions.ts';
import { sweepMedia } from '#server/cards/media/sweep-media.ts';
import { businessCards, cardVersions } from '#server/db/schema/cards.ts';
import { CARD_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { FULL_CARD } from '#test/full-card.ts';
import { startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

/** A team admin undoes what a member did to the card that they hold. */

let ahead = 0;
const server = startTestServer({}, () => new Date(Date.UTC(2026, 5, 1, 12) + ahead));
let team: Awaited<ReturnType<typeof addWholeTeam>>;
beforeAll(async () => {
  team = await addWholeTeam(server);
});

const at = (path = '') => `/api/cards/${team.cardId}${path}?account=${team.teamId}`;
const readFields = async () => pick((await team.owner.call('GET', at())).body, CARD_FIELD_NAMES);
const daysOf = async () =>
  ((await team.admin.call('GET', at('/versions'))).body as { day: string; changed: string[] }[]) ?? [];

describe('A held card of a team', () => {
  it('is brought back as it was before its holder emptied it, photo and all', {
    tags: ['thorough'],
  }, async () => {
    const form = new FormData();
    const drawn = sharp({ create: { width: 9, height: 9, channels: 3, background: '#d4af37' } });
    form.set('file', new Blob([new Uint8Array(await drawn.png().toBuffer())]), 'photo.png');
    const { body: file } = await team.owner.call('POST', `/api/media?account=${team.teamId}`, form);
    const full = { ...FULL_CARD, isActive: true, profileImage: file.url };
    expect((await team.owner.call('PUT', at(), full)).status).toBe(200);
    const before = await readFields();
    ahead += DAY_MS;
    const alone = await signUp(server);
    const { body: blank } = await alone.call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const empty = { ...pick(blank, CARD_FIELD_NAMES), isActive: undefined };
    expect((await team.member.call('PUT', at(), empty)).status).toBe(200);
    expect((await team.member.call('PUT', at(), { tagline: 'Gone fishing' })).status).toBe(200);
    // The day after which files that nothing shows are deleted, twice over.
    for (let day = 0; day < 3; day += 1) {
      ahead += DAY_MS;
      await sweepMedia(server.running.app);
    }
    const [newest] = await daysOf();
    expect(newest?.day).toBe('2026-06-02');
    expect(newest?.changed).toContain('jobTitle');
    expect((await team.member.call('GET', at('/versions'))).status).toBe(403);
    expect((await team.member.call('POST', at('/versions/2026-06-02'))).status).toBe(403);
    const brought = await team.admin.call('POST', at('/versions/2026-06-02'));
    expect(brought.status, brought.text).toBe(200);
    expect(await readFields()).toEqual(before);
    expect((await server.client()('GET', file.url)).status).toBe(200);
    expect((await daysOf()).find(({ day }) => day === '2026-06-02')?.changed).toEqual([]);
  });

  it('stays paused', async () => {
    ahead += DAY_MS;
    await team.member.call('PUT', at(), { tagline: 'Before the pause' });
    await team.admin.call('PUT', at(), { isActive: false });
    const [newest] = await daysOf();
    expect(newest?.changed).toEqual(['tagline']);
    const brought = await team.admin.call('POST', at(`/versions/${newest?.day}`));
    expect([brought.status, brought.body.isActive]).toEqual([200, false]);
    await team.admin.call('PUT', at(), { isActive: true });
  });

  it('says so where there is no such version, or no such day', async () => {
    for (const day of ['2026-01-01', '2026-02-31', 'today'])
      expect((await team.admin.call('POST', at(`/versions/${day}`))).status).toBe(404);
  });

  it('is kept once a day, and for 30 days', async () => {
    const count = () => server.running.app.db.$count(cardVersions, eq(cardVersions.cardId, team.cardId));
    const before = await count();
    ahead += DAY_MS;
    for (const tagline of ['One', 'Two', 'Two']) await team.member.call('PUT', at(), { tagline });
    expect(await count()).toBe(before + 1);
    ahead += 30 * DAY_MS;
    await purgeCardVersions(server.running.app);
    expect(await count()).toBe(1);
    ahead += DAY_MS;
    await purgeCardVersions(server.running.app);
    expect(await count()).toBe(0);
  });
});

it('A person’s own cards are not kept', async () => {
  const { call } = await signUp(server);
  const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
  await call('PUT', `/api/cards/${body.id}`, { tagline: 'New' });
  expect((await call('GET', `/api/cards/${body.id}/versions`)).body).toEqual([]);
  const [row] = await server.running.app.db.select().from(businessCards).where(eq(businessCards.id, body.id));
  expect(row?.tagline).toBe('New');
});
