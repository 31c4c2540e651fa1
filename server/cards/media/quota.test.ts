import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { purgeCards } from '#server/cards/cards/cards.ts';
import { giveBackExpired } from '#server/cards/media/quota.ts';
import { sweepMedia } from '#server/cards/media/sweep-media.ts';
import { media, mediaNetworkDays, mediaOwners, mediaReservations } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { sendUpdateJobs } from '#server/jobs.ts';
import { MEDIA_BYTES_MAX, NETWORK_BYTES_A_DAY } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type OwnId, PASSWORD, signUp } from '#test/factories.ts';
import { writeMp4 } from '#test/films.ts';
import { type Client, startTestServer } from '#test/server.ts';

const MB = 1024 * 1024;
const clock = { now: new Date() };
const server = startTestServer({ RATE_LIMITS: 'on' }, () => clock.now);
const later = (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
};
const db = () => server.running.app.db;

const upload = (call: Client, bytes: Uint8Array, name = 'clip.mp4') => {
  const form = new FormData();
  form.set('file', new Blob([bytes as BlobPart]), name);
  return call('POST', '/api/media', form);
};
const usedBy = async (call: Client) => (await call('GET', '/api/auth/me')).body.storage.usedBytes;
/** Likewise for a user whose session has ended. */
const storedBy = async (id: OwnId) =>
  (await db().select().from(users).where(eq(users.id, id)))[0]?.mediaBytes;
const setUsed = (id: OwnId, bytes: number) =>
  db().update(users).set({ mediaBytes: bytes }).where(eq(users.id, id));
const isThere = async (url: string) => (await fetch(server.url + url)).status === 200;
const card = { name: 'Work', fullName: 'Ada Lovelace' };

describe('The room of an account', () => {
  it('is used by what is stored of an upload, once for each file', { tags: ['thorough'] }, async () => {
    const { call } = await signUp(server);
    expect(await usedBy(call)).toBe(0);
    const clip = writeMp4(20_000);
    await upload(call, clip);
    await upload(call, clip);
    expect(await usedBy(call)).toBe(20_000);
    const noise = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#123456' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const { body } = await upload(call, noise, 'photo.png');
    expect(body.bytes).toBeLessThan(noise.length / 10);
    expect(await usedBy(call)).toBe(20_000 + body.bytes);
    expect(await db().$count(mediaReservations)).toBe(0);
  });

  it('is given back when an upload is refused', async () => {
    const { call } = await signUp(server);
    expect((await upload(call, Buffer.from('<html>'.repeat(500)))).status).toBe(415);
    expect(
      (await upload(call, Buffer.concat([writeMp4(200).subarray(0, 24), Buffer.from('<html>'.repeat(500))])))
        .status,
    ).toBe(415);
    expect((await upload(call, Buffer.from('ffd8ffe0'.repeat(50), 'hex'), 'photo.jpg')).status).toBe(422);
    expect(await usedBy(call)).toBe(0);
    expect(await db().$count(mediaReservations)).toBe(0);
  });

  it('ends with a message that says what is left, even for inline values and ten uploads at once', {
    tags: ['thorough'],
  }, async () => {
    const { call, id } = await signUp(server);
    await setUsed(id, MEDIA_BYTES_MAX - 2 * MB);
    const message =
      'This needs more space than you have left: 2 MB of 500 MB. Photos and videos you remove from your cards free up space within a day.';
    expect(await upload(call, writeMp4(2 * MB))).toMatchObject({ status: 413, body: { message } });
    const inline = `data:video/mp4;base64,${writeMp4(2 * MB + 1).toString('base64')}`;
    const refused = await call('POST', '/api/cards', { ...card, backgroundVideo: inline });
    expect(refused).toMatchObject({ status: 413 });
    expect(refused.body.message).toContain('2 MB of 500 MB.');
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(call, writeMp4(MB - 1_000))));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    expect(await usedBy(call)).toBeLessThanOrEqual(MEDIA_BYTES_MAX);
    await setUsed(id, MEDIA_BYTES_MAX + 5 * MB);
    expect((await upload(call, writeMp4(1_000))).body.message).toContain('0 MB of 500 MB.');
  });

  it('that a killed process had reserved is given back within the hour', async () => {
    const { id, call } = await signUp(server);
    const day = clock.now.toISOString().slice(0, 10);
    const expiresAt = new Date(clock.now.getTime() + 1_000);
    await setUsed(id, 9_000);
    await db().insert(mediaNetworkDays).values({ network: 'somewhere', day, bytes: 9_000 });
    const left = { id: 'left', userId: id, bytes: 7_000, network: 'somewhere', day, expiresAt };
    await db().insert(mediaReservations).values(left);
    await giveBackExpired(server.running.app);
    expect(await usedBy(call)).toBe(9_000);
    later(0.1);
    await giveBackExpired(server.running.app);
    await giveBackExpired(server.running.app);
    expect(await usedBy(call)).toBe(2_000);
    const [counted] = await db()
      .select()
      .from(mediaNetworkDays)
      .where(eq(mediaNetworkDays.network, 'somewhere'));
    expect(counted?.bytes).toBe(2_000);
  });
});

describe('The room of a network address', () => {
  it('is shared for a day by those who have not paid', async () => {
    const { call, id } = await signUp(server);
    await upload(call, writeMp4(5_000));
    await db()
      .update(mediaNetworkDays)
      .set({ bytes: NETWORK_BYTES_A_DAY - 1_000 });
    const { status, body, headers } = await upload(call, writeMp4(6_000));
    expect(status).toBe(429);
    expect(body.message).toBe('This network reached its upload limit for today. Please try again tomorrow.');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await usedBy(call)).toBe(5_000);
    await db()
      .update(users)
      .set({ checkoutCompletedAt: clock.now, subscriptionStatus: 'active' })
      .where(eq(users.id, id));
    expect((await upload(call, writeMp4(6_000))).status).toBe(200);
    await db().delete(mediaNetworkDays);
  });
});

describe('A file that two accounts have', () => {
  it('counts for both, and stays with one when the other drops it or is deleted', {
    tags: ['thorough'],
  }, async () => {
    const first = await signUp(server);
    const second = await signUp(server);
    const clip = writeMp4(50_000);
    const { url } = (await upload(first.call, clip)).body;
    // Shown by its address; this account never uploaded it.
    const { body: shown } = await second.call('POST', '/api/cards', { ...card, backgroundVideo: url });
    expect([await usedBy(first.call), await usedBy(second.call)]).toEqual([50_000, 50_000]);
    const { body: own } = await first.call('POST', '/api/cards', { ...card, backgroundVideo: url });
    await first.call('PUT', `/api/cards/${own.id}`, { backgroundVideo: null });
    later(1.1);
    await sweepMedia(server.running.app);
    expect([await usedBy(first.call), await usedBy(second.call)]).toEqual([0, 50_000]);
    expect(await isThere(url)).toBe(true);
    const goodbye = { username: first.username, password: PASSWORD };
    expect((await first.call('DELETE', '/api/account', goodbye)).status).toBe(200);
    await sweepMedia(server.running.app);
    expect(await isThere(url)).toBe(true);
    await second.call('DELETE', `/api/cards/${shown.id}`);
    later(31);
    await purgeCards(server.running.app);
    await sweepMedia(server.running.app);
    expect([await storedBy(second.id), await isThere(url)]).toEqual([50_000, true]);
    later(1.1);
    await sweepMedia(server.running.app);
    expect([await storedBy(second.id), await isThere(url)]).toEqual([0, false]);
  });

  it('cannot be shown by an account that has no space for it', async () => {
    const [ada, grace] = [await signUp(server), await signUp(server)];
    const { url } = (await upload(ada.call, writeMp4(40_000))).body;
    await setUsed(grace.id, MEDIA_BYTES_MAX);
    const refused = await grace.call('POST', '/api/cards', { ...card, backgroundVideo: url });
    expect(refused.status).toBe(413);
    expect((await grace.call('GET', '/api/cards')).body).toEqual([]);
  });

  it('stays while another card of the same account shows it', async () => {
    const { call } = await signUp(server);
    const { url } = (await upload(call, writeMp4(8_000))).body;
    const { body: one } = await call('POST', '/api/cards', { ...card, backgroundVideo: url });
    await call('POST', '/api/cards', { ...card, backgroundVideo: url });
    await call('PUT', `/api/cards/${one.id}`, { backgroundVideo: null });
    later(1.1);
    await sweepMedia(server.running.app);
    expect([await usedBy(call), await isThere(url)]).toEqual([8_000, true]);
  });
});

describe('Files that older releases stored', () => {
  it('count for those whose cards show them, and get their small widths, after the start', {
    tags: ['thorough'],
  }, async () => {
    const { call, id } = await signUp(server);
    const photo = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
    const { url, bytes } = (await upload(call, photo, 'photo.jpg')).body;
    await call('POST', '/api/cards', { ...card, profileImage: url, coverImage: url });
    const small = url.replace('.jpg', '-400.webp');
    const { app } = server.running;
    await db().delete(mediaOwners);
    await setUsed(id, 0);
    await db().update(media).set({ isShrunk: false });
    await app.blobs.delete(small.slice('/media/'.length));
    const standIn = await fetch(server.url + small);
    expect(standIn.headers.get('content-type')).toBe('image/jpeg');
    expect(standIn.headers.get('cache-control')).toBe('public, max-age=300');
    // As if the month for which finished jobs are remembered had passed.
    await db().execute(
      sql`delete from pgboss.job where name in ('count-older-media', 'shrink-older-pictures')`,
    );
    await sendUpdateJobs(app);
    await expect.poll(() => usedBy(call), { timeout: 15_000 }).toBe(bytes);
    await expect
      .poll(async () => (await fetch(server.url + small)).headers.get('content-type'), { timeout: 15_000 })
      .toBe('image/webp');
  });

  it('are let go again when the older release took them off a card and noted nothing', {
    tags: ['thorough'],
  }, async () => {
    const { call, id } = await signUp(server);
    const clip = (await upload(call, writeMp4(9_000))).body.url;
    const { body } = await call('POST', '/api/cards', { ...card, backgroundVideo: clip });
    await db().delete(mediaOwners);
    await setUsed(id, 0);
    await db().execute(sql`delete from pgboss.job where name = 'count-older-media'`);
    await sendUpdateJobs(server.running.app);
    await expect.poll(() => usedBy(call), { timeout: 15_000 }).toBe(9_000);
    await db().execute(sql`delete from card_media where card_id = ${body.id}`);
    later(1.1);
    await sweepMedia(server.running.app);
    expect([await usedBy(call), await isThere(clip)]).toEqual([0, false]);
  });
});
