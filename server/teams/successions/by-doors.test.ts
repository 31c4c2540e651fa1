import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { CARD_FIELDS, type CardFieldName } from '#shared/cards/card-fields.ts';
import { PASS_TYPE } from '#shared/sharing/wallet.ts';
import { signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { handByMail } from '#test/successions.ts';
import { addWholeTeam } from '#test/teams.ts';
import { downloadPass, readPass, walletDevices } from '#test/wallet-devices.ts';

const server = startTestServer({ ...WITH_MAIL, APNS_URL: 'http://127.0.0.1:9' });
const mailbox = openMailbox(server);
const devices = walletDevices(server);

/** In every text of the former holder, as whose names the fields of the card are filled. */
const MARK = 'formerly';
const TEXTS = Object.entries(CARD_FIELDS).flatMap(([name, field]) => {
  if (name === 'company' || name === 'website') return [];
  if (field.kind === 'line') return [[name, `${MARK} ${name}`]];
  if (field.kind === 'text') return [[name, `${MARK} ${name}`]];
  if (field.kind === 'mail') return [[name, `${MARK}-${name.toLowerCase()}@example.com`]];
  if (field.kind === 'link') return [[name, `https://example.com/${MARK}-${name}`]];
  return [];
}) as [CardFieldName, string][];

/** Of the person, while the logo is the company’s, and the code its address. */
const PERSONAL_PICTURES = ['signature/photo.jpg', 'preview.png', 'icon.png'];
const EMPTY = Buffer.from('');

const doorsOf = (cardId: string, teamName: string) => [
  `/card/${cardId}`,
  `/card/${cardId}?via=qr`,
  `/card/${cardId}/exchange`,
  `/card/${cardId}/contact`,
  `/card/${cardId}/lead`,
  `/card/${cardId}/wallet`,
  `/card/${cardId}/preview.png`,
  `/card/${cardId}/icon.png`,
  `/api/cards/${cardId}`,
  `/api/cards/${cardId}/vcard`,
  `/api/cards/${cardId}/vcard?version=4.0`,
  `/api/cards/${cardId}/qr.svg`,
  `/api/cards/${cardId}/qr.png`,
  `/api/cards/${cardId}/qr.svg?contains=contact&size=1024`,
  `/api/cards/${cardId}/views.gif`,
  `/api/wallet/apple/${cardId}.pkpass`,
  `/api/oembed?url=${encodeURIComponent(`http://localhost/card/${cardId}`)}`,
  `/portfolio/${teamName}`,
  `/${teamName}`,
  '/c/formerly-named',
  '/sitemap.xml',
];

it('Nothing of the former holder is behind any door of the card, before it is claimed or after', {
  tags: ['thorough'],
}, async () => {
  const team = await addWholeTeam(server);
  const { teamId, cardId } = team;
  const { db } = server.running.app;
  const at = `/api/cards/${cardId}?account=${teamId}`;
  const form = new FormData();
  const drawn = sharp({ create: { width: 200, height: 200, channels: 3, background: '#d4af37' } });
  form.set('file', new Blob([new Uint8Array(await drawn.png().toBuffer())]), 'photo.png');
  const { body: photo } = await team.owner.call('POST', `/api/media?account=${teamId}`, form);
  const fields = {
    profileImage: photo.url,
    ...Object.fromEntries(TEXTS),
    company: 'Acme',
    website: 'https://acme.example',
    leadCaptureEnabled: true,
  };
  expect((await team.owner.call('PUT', at, fields)).status).toBe(200);
  await db.execute(
    sql`insert into aliases (kind, name, user_id, card_id) values ('card', 'formerly-named', ${teamId}, ${cardId})`,
  );
  await db.execute(sql`update business_cards set alias = 'formerly-named' where id = ${cardId}`);
  const { rows } = await db.execute<{ username: string }>(
    sql`select username from users where id = ${teamId}`,
  );
  const doors = doorsOf(cardId, rows[0]?.username ?? '');
  const read = async (path: string) => {
    const { status, text, bytes } = await server.client()('GET', path);
    return { path, status, has: `${text ?? ''}${bytes?.toString('utf8') ?? ''}`.includes(MARK) };
  };
  // As caches would keep them.
  const paint = (name: string) =>
    server
      .client()('GET', `/card/${cardId}/${name}`)
      .then(({ bytes }) => bytes);
  const painted = new Map<string, Buffer>();
  for (const name of PERSONAL_PICTURES) painted.set(name, await paint(name));
  const open = await Promise.all(doors.map(read));
  expect(open.filter(({ has }) => has).length).toBeGreaterThan(6);
  const visitors = await downloadPass(server.client(), cardId);
  // The pass that its own holder has on their phone.
  const ofTeam: Client = () =>
    team.owner.call('GET', `/api/wallet/apple/${cardId}?account=${teamId}`, undefined, { accept: PASS_TYPE });
  const own = await downloadPass(ofTeam, cardId);
  await devices.register('phone', visitors);
  await devices.register('office', own);

  const successor = await signUpConfirmed(server, 'Nora Next');
  const path = await handByMail(team.admin.call, mailbox, team, successor.email, true);
  const expectNothing = async () => {
    for (const found of await Promise.all(doors.map(read))) {
      expect({ ...found, isFailure: found.status >= 500 }).toMatchObject({ has: false, isFailure: false });
    }
    for (const name of PERSONAL_PICTURES)
      expect((await paint(name)).equals(painted.get(name) ?? EMPTY)).toBe(false);
    for (const pass of [visitors, own]) {
      const { status, bytes } = await devices.fetch(pass);
      const content = await readPass(bytes);
      expect([status, content.voided ?? false]).toEqual([200, pass === own]);
      expect(JSON.stringify(content)).not.toContain(MARK);
      expect(content.serialNumber).toBe(pass.serial);
      expect(content).toMatchObject({ generic: { primaryFields: [{ value: 'Acme' }] } });
    }
    for (const call of [team.member.call, team.outsider.call]) {
      for (const one of [at, `/api/cards?account=${teamId}`, `/api/wallet/qr/${cardId}?account=${teamId}`])
        expect((await call('GET', one)).text).not.toContain(MARK);
    }
    const admins = await team.admin.call('GET', at);
    expect(admins.text).not.toContain(MARK);
    const sent = await server.client()('POST', '/api/contacts/exchange', {
      fullName: 'Vera Visitor',
      email: 'vera@example.com',
      cardId,
    });
    return sent.status;
  };
  expect(await expectNothing()).toBe(404);
  const page = await server.client()('GET', `/card/${cardId}`);
  expect([page.status, page.text.includes('Nora Next is taking over')]).toEqual([200, true]);

  const details = { fullName: 'Nora Next', primaryEmail: 'nora@example.com' };
  expect((await successor.call('POST', path, { details })).status).toBe(200);
  expect(await expectNothing()).toBe(200);
  const next = await downloadPass(server.client(), cardId);
  expect(next.serial).toBe(`${cardId}.1.visitor`);
  await devices.register('phone', next);
  expect((await devices.fetch(next)).status).toBe(200);
});

it('Passes come back with the person when it is undone', { tags: ['thorough'] }, async () => {
  const team = await addWholeTeam(server);
  const { teamId, cardId } = team;
  const pass = await downloadPass(server.client(), cardId);
  await devices.register('phone', pass);
  const path = `/api/teams/${teamId}/cards/${cardId}/succession`;
  expect((await team.admin.call('POST', path, { successor: null })).status).toBe(200);
  expect(await readPass((await devices.fetch(pass)).bytes)).toMatchObject({
    generic: { primaryFields: [{ value: 'Acme' }] },
  });
  expect((await team.admin.call('DELETE', path)).status).toBe(200);
  expect(await readPass((await devices.fetch(pass)).bytes)).toMatchObject({
    generic: { primaryFields: [{ value: 'Grace Hopper' }] },
  });
  const late = { ...pass, serial: `${cardId}.9.visitor` };
  expect((await devices.fetch(late)).status).toBe(404);
});
