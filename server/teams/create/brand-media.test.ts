import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sweepMedia } from '#server/cards/media/sweep-media.ts';
import { media, mediaOwners } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { addTeam } from '#test/teams.ts';

const clock = { ahead: 0 };
const server = startTestServer({}, () => new Date(Date.now() + clock.ahead));
const db = () => server.running.app.db;

async function upload(call: Awaited<ReturnType<typeof signUp>>['call'], background: string) {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(picture)], 'logo.png', { type: 'image/png' }));
  const { status, body } = await call('POST', '/api/media', form);
  expect(status).toBe(200);
  return String(body.url);
}

const isStored = async (url: string) =>
  (await db().$count(media, eq(media.name, url.slice('/media/'.length)))) === 1;

/** Two days, in which what nobody shows is swept. */
async function passDays() {
  for (let day = 0; day < 2; day += 1) {
    clock.ahead += 1.1 * DAY_MS;
    await sweepMedia(server.running.app);
  }
}

it('The file of a logo stays while the team has it, and counts for the team', {
  tags: ['thorough'],
}, async () => {
  const { call, id } = await signUp(server);
  const teamId = await addTeam(server, id);
  const setLogo = (logo: string | null) => call('PATCH', `/api/teams/${teamId}`, { logo });
  const [first, second] = [await upload(call, 'red'), await upload(call, 'blue')];
  expect((await setLogo(first)).body.logo).toBe(first);
  await passDays();
  expect([await isStored(first), await isStored(second)]).toEqual([true, false]);
  const [account] = await db().select().from(users).where(eq(users.id, teamId));
  expect(account?.mediaBytes).toBeGreaterThan(0);
  const gone = await setLogo(second);
  expect([gone.status, gone.body.fields]).toEqual([
    422,
    { logo: 'This picture is no longer available. Please upload it again.' },
  ]);
  expect((await setLogo(first)).status).toBe(200);
  expect((await setLogo(null)).body.logo).toBeNull();
  await passDays();
  expect(await isStored(first)).toBe(false);
  expect(await db().$count(mediaOwners, eq(mediaOwners.userId, teamId))).toBe(0);
});

it('A picture that is the logo already is no background video', { tags: ['thorough'] }, async () => {
  const { call, id } = await signUp(server);
  const teamId = await addTeam(server, id);
  const value = await upload(call, 'green');
  const set = (name: string) =>
    call('PUT', `/api/teams/${teamId}/brand`, { fields: { [name]: { mode: 'locked', value } } });
  expect((await set('companyLogo')).status).toBe(200);
  expect((await set('backgroundVideo')).status).toBe(422);
  expect((await set('backgroundImage')).status).toBe(200);
});
