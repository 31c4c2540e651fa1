import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { businessCards, cardVersions } from '#server/db/schema/cards.ts';
import { startTestServer } from '#test/server.ts';
import { untilList, uploadList } from '#test/team-lists.ts';
import { addTeamCard, addWholeTeam } from '#test/teams.ts';
import { downloadPass, readPass, walletDevices } from '#test/wallet-devices.ts';

const server = startTestServer();
const db = () => server.running.app.db;
let team: Awaited<ReturnType<typeof addWholeTeam>>;
let cardId: string;

beforeAll(async () => {
  team = await addWholeTeam(server);
});

const cardPath = (more = '') => `/api/cards/${cardId}${more}?account=${team.teamId}`;
const brandPath = () => `/api/teams/${team.teamId}/brand`;
const setBrand = (fields: object, baseVersion?: number) =>
  team.admin.call('PUT', brandPath(), { fields, baseVersion });
const save = (fields: object) => team.member.call('PUT', cardPath(), fields);
const storedCard = async () =>
  (await db().select().from(businessCards).where(eq(businessCards.id, cardId)))[0];

beforeAll(async () => {
  cardId = team.cardId;
});

describe('The brand of a team', () => {
  it('is shown wherever the card is, at once, also from what was cached before', async () => {
    const visitor = server.client();
    const pass = await downloadPass(visitor, cardId);
    const look = async () => {
      const page = (await visitor('GET', `/card/${cardId}`)).text;
      const [preview = ''] = /\/card\/[^"]*preview\.png\?v=\w+/.exec(page) ?? [];
      const pictures = await Promise.all(
        [`/card/${cardId}/preview.png`, `/card/${cardId}/icon.png`].map((path) => visitor('GET', path)),
      );
      const { bytes } = await walletDevices(server).fetch(pass);
      const embedded = await visitor(
        'GET',
        `/api/oembed?url=${encodeURIComponent(`http://localhost:0/card/${cardId}`)}`,
      );
      return {
        page,
        preview,
        pictures: pictures.map((picture) => picture.bytes.toString('base64')),
        vcard: (await visitor('GET', `/api/cards/${cardId}/vcard`)).text,
        pass: await readPass(bytes),
        embedded: embedded.text,
        api: (await visitor('GET', `/api/cards/${cardId}`)).body,
        list: (await team.member.call('GET', '/api/cards?account=all')).body[0],
      };
    };
    const before = await look();
    expect(before.page.includes('Globex')).toBe(false);
    const set = await setBrand({
      company: { mode: 'locked', value: 'Globex' },
      website: { mode: 'default', value: 'globex.example' },
      template: { mode: 'locked', value: 'classic' },
      primaryColor: { mode: 'locked', value: '#112233' },
      disclaimer: { mode: 'locked', value: 'Not an offer.' },
    });
    expect(set.status, set.text).toBe(200);
    const after = await look();
    for (const text of ['Globex', 'globex.example', 'gl-112233', 'Not an offer.'])
      expect(after.page.includes(text), text).toBe(true);
    expect(after.preview).not.toBe(before.preview);
    expect(after.pictures.filter((picture, nth) => picture === before.pictures[nth])).toEqual([]);
    expect(after.vcard).toContain('ORG:Globex');
    expect(after.vcard).toContain('globex.example');
    expect(after.pass).toMatchObject({ logoText: 'Globex', backgroundColor: 'rgb(17, 34, 51)' });
    expect(after.embedded).toContain('Globex');
    expect(after.api).toMatchObject({ company: 'Globex', template: 'classic' });
    expect(after.api).not.toHaveProperty('brand');
    expect(after.list).toMatchObject({
      company: 'Globex',
      brand: { teamName: 'Acme', fields: { website: { mode: 'default', value: 'globex.example' } } },
    });
    const row = await storedCard();
    expect(row).toMatchObject({ company: null, website: null, template: 'modern', version: 1 });
  });

  it('changes the entity tag of a card, so that a save over an older one is refused', async () => {
    const { headers } = await team.member.call('GET', cardPath());
    await setBrand({ website: { mode: 'default', value: 'later.example' } });
    const late = { 'if-match': String(headers.get('etag')) };
    const refused = await team.member.call('PUT', cardPath(), { tagline: 'Late' }, late);
    expect([refused.status, refused.body.current.website]).toEqual([409, 'later.example']);
  });

  it('is stored in no card that is prepared by a list', { tags: ['thorough'] }, async () => {
    const { teamId, admin } = await addWholeTeam(server);
    const company = { mode: 'default', value: 'Acme' };
    await admin.call('PUT', `/api/teams/${teamId}/brand`, { fields: { company } });
    const file = 'Name,Email,Company\nBob,bob@brand.example,Acme\nEve,eve@brand.example,Globex';
    const { at } = await uploadList(admin.call, teamId, file);
    await admin.call('POST', `${at}/start`, {});
    await untilList(admin.call, at, 'done');
    const rows = await db().select().from(businessCards).where(eq(businessCards.userId, teamId));
    expect(rows.map((row) => [row.fullName, row.company]).sort()).toEqual([
      ['Bob', null],
      ['Eve', 'Globex'],
      ['Grace Hopper', null],
    ]);
  });

  it('is kept from changes in a card by name, and a form that is sent back whole passes', async () => {
    const { body } = await team.member.call('GET', cardPath());
    expect((await save({ ...body, tagline: 'Whole' })).status).toBe(200);
    expect(await storedCard()).toMatchObject({ company: null, website: null, tagline: 'Whole' });
    const refused = await save({ company: 'Mine', template: 'minimal', tagline: 'No' });
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        code: 'forbidden',
        message: 'Acme sets this on every card: Company, Template. Leave it as it is, or ask a team admin.',
        fields: {
          company: 'Acme sets this on every card.',
          template: 'Acme sets this on every card.',
        },
      },
    ]);
    expect(await storedCard()).toMatchObject({ company: null, template: 'modern', tagline: 'Whole' });
  });

  it('is a default until the holder writes another, and again after they cleared it', async () => {
    await setBrand({ template: { mode: 'default', value: 'classic' } });
    const shown = async () => (await team.member.call('GET', cardPath())).body;
    expect((await save({ template: 'modern', website: 'own.example' })).status).toBe(200);
    expect(await shown()).toMatchObject({ template: 'modern', website: 'own.example' });
    expect((await team.admin.call('GET', brandPath())).body).toMatchObject({
      cards: 1,
      fields: { template: { mode: 'default', written: 1 }, website: { written: 1 } },
    });
    expect((await save({ template: 'classic', website: '' })).status).toBe(200);
    expect(await shown()).toMatchObject({ template: 'classic', website: 'later.example' });
    await setBrand({ template: { mode: 'default', value: 'minimal' } });
    expect(await shown()).toMatchObject({ template: 'minimal' });
  });

  it('leaves what a kept version of a card had, also beneath a lock', async () => {
    await setBrand({ company: { mode: 'free' } });
    await save({ company: 'Mine alone' });
    const [version] = await db().select().from(cardVersions).where(eq(cardVersions.cardId, cardId));
    await setBrand({ company: { mode: 'locked', value: 'Globex' } });
    const brought = await team.admin.call('POST', cardPath(`/versions/${version?.day}`));
    expect([brought.status, brought.body.company]).toEqual([200, 'Globex']);
    expect((await storedCard())?.company).toBeNull();
  });

  it('is locked while a holder saves: either the save is first, or it is refused', {
    tags: ['thorough'],
  }, async () => {
    for (let nth = 0; nth < 8; nth += 1) {
      await setBrand({ company: { mode: 'free' } });
      const before = (await storedCard())?.company;
      const [saved, locked] = await Promise.all([
        save({ company: `Mine ${nth}` }),
        setBrand({ company: { mode: 'locked', value: 'Globex' } }),
      ]);
      expect(locked.status).toBe(200);
      expect([200, 403]).toContain(saved.status);
      expect((await storedCard())?.company).toBe(saved.status === 200 ? `Mine ${nth}` : before);
      expect((await server.client()('GET', `/api/cards/${cardId}`)).body.company).toBe('Globex');
    }
  });

  it('is not overwritten by somebody who has seen an older one', async () => {
    const { body } = await team.owner.call('GET', brandPath());
    expect((await setBrand({ website: { mode: 'free' } }, body.version)).status).toBe(200);
    const late = await setBrand({ website: { mode: 'locked', value: 'late.example' } }, body.version);
    expect(late.status).toBe(409);
    expect(late.body.current).toMatchObject({
      version: body.version + 1,
      fields: { website: { mode: 'free' } },
    });
    const unchanged = await setBrand({ website: { mode: 'free' } });
    expect(unchanged.body.version).toBe(body.version + 1);
  });

  it('refuses what no card could show', async () => {
    for (const fields of [
      { company: { mode: 'sometimes' } },
      { company: { mode: 'locked', value: 'x'.repeat(5_000) } },
      { primaryColor: { mode: 'locked', value: 'red' } },
      { template: { mode: 'locked', value: 'baroque' } },
      { secondaryColor: { mode: 'locked' } },
      { companyLogo: { mode: 'locked', value: '/media/nothing.webp' } },
      { companyLogo: { mode: 'locked', value: 'data:image/png;base64,AAAA' } },
      { backgroundVideo: { mode: 'locked', value: 'javascript:alert(1)' } },
    ])
      expect([fields, (await setBrand(fields)).status]).toEqual([fields, 422]);
    expect((await team.member.call('GET', brandPath())).status).toBe(403);
    expect((await team.member.call('PUT', brandPath(), { fields: {} })).status).toBe(403);
    expect((await team.outsider.call('GET', brandPath())).status).toBe(404);
  });

  it('reaches the passes of all cards in a job', { tags: ['thorough'] }, async () => {
    const other = await addTeamCard(server, team.teamId, null);
    for (const id of [cardId, other])
      await walletDevices(server).register(id, await downloadPass(server.client(), id));
    await db().execute(sql`delete from pgboss.job where name = 'card-changed'`);
    await db().execute(sql`delete from card_changes`);
    await setBrand({ company: { mode: 'locked', value: 'Initech' } });
    await vi.waitFor(async () => {
      const { rows } = await db().execute<{ id: string }>(
        sql`select data->>'cardId' as id from pgboss.job where name = 'card-changed'`,
      );
      expect(rows.map(({ id }) => id).sort()).toEqual([cardId, other].sort());
    }, 10_000);
  });
});

it('A new team gives its name, logo and color to its cards, which follow when it is renamed', async () => {
  await db().execute(sql`update users set email_confirmed_at = now() where id = ${team.owner.id}`);
  const { body: made } = await team.owner.call('POST', '/api/teams', {
    name: 'Hooli',
    primaryColor: '#445566',
  });
  const people = [{ email: 'gavin@example.com', fullName: 'Gavin Belson', role: 'member' }];
  const invited = await team.owner.call('POST', `/api/teams/${made.id}/invites`, { people });
  const path = `/api/cards/${invited.body[0].cardId}?account=${made.id}`;
  expect((await team.owner.call('GET', path)).body).toMatchObject({
    company: 'Hooli',
    primaryColor: '#445566',
  });
  await team.owner.call('PATCH', `/api/teams/${made.id}`, { name: 'Hooli XYZ', primaryColor: '#000000' });
  expect((await team.owner.call('GET', path)).body).toMatchObject({
    company: 'Hooli XYZ',
    primaryColor: '#000000',
  });
});
