import path from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { systemFor } from '#server/access/system.ts';
import type { UserContext } from '#server/context.ts';
import { cardMedia } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { erasePerson } from '#server/portability/account/erase-account.ts';
import { openZip } from '#server/portability/account/export-account.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { fetchZip } from '#test/archives.ts';
import { signUp, signUpWithCard } from '#test/factories.ts';
import { formOf } from '#test/imports.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addTeam, addTeamCard } from '#test/teams.ts';
import { unzip } from '#test/unzip.ts';

const server = shareTestServer();

async function uploadPhoto(call: Client, r: number): Promise<string> {
  const background = { r, g: 9, b: 75 };
  const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
  return (await call('POST', '/api/media', formOf(bytes, 'photo.png'))).body.url;
}

async function contextOf(id: AccountId): Promise<UserContext> {
  const { app } = server.running;
  const [account] = await app.db.select().from(users).where(eq(users.id, id));
  return { ...app, ...systemFor(id), account, role: 'owner' } as unknown as UserContext;
}

it('An export asks for several files at once, since each of a bucket is a call', {
  tags: ['thorough'],
}, async () => {
  const { call } = await signUp(server);
  const upload = (r: number) => uploadPhoto(call, r);
  const [profileImage, coverImage, companyLogo] = [await upload(10), await upload(120), await upload(240)];
  const card = { name: 'Work', fullName: 'Ada', profileImage, coverImage, companyLogo };
  expect((await call('POST', '/api/cards', card)).status).toBe(200);
  let asked = 0;
  const { sizeOf } = server.running.app.blobs;
  const spy = vi.spyOn(server.running.app.blobs, 'sizeOf').mockImplementation(async (name) => {
    asked += 1;
    await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(3));
    return sizeOf(name);
  });
  await fetchZip(call);
  expect(spy.mock.calls.length).toBeGreaterThanOrEqual(3);
  spy.mockRestore();
});

it('An export begins before it has asked for its files, unless they are away, and leaves out those that are gone', async () => {
  const { app } = server.running;
  const { call, id: ownerId } = await signUp(server);
  const id = await addTeam(server, ownerId);
  const cardId = await addTeamCard(server, id, null);
  const [there, gone] = [
    path.basename(await uploadPhoto(call, 11)),
    path.basename(await uploadPhoto(call, 99)),
  ];
  await app.db.insert(cardMedia).values([there, gone].map((mediaName) => ({ cardId, mediaName })));
  await app.blobs.delete(gone);
  const { sizeOf } = app.blobs;
  let hear = () => {};
  const told = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const ctx = await contextOf(id);
  const spy = vi.spyOn(app.blobs, 'sizeOf').mockRejectedValueOnce(new Error('away'));
  await expect(openZip(ctx)).rejects.toThrow('away');
  spy
    .mockImplementation((name) => told.then(() => sizeOf(name)))
    .mockImplementationOnce(sizeOf)
    .mockImplementationOnce(sizeOf);
  const zip = await openZip(ctx);
  const pieces: Buffer[] = [];
  for await (const piece of zip) {
    pieces.push(piece);
    hear();
  }
  spy.mockRestore();
  const names = [...(await unzip(Buffer.concat(pieces))).keys()];
  expect(names).toEqual(['goldleaf.json', `media/${there}`, 'manifest.json']);
});

it('An export of an account that is deleted meanwhile breaks off', async () => {
  const { app } = server.running;
  const { call, id, cardId } = await signUpWithCard(server);
  const mediaName = path.basename(await uploadPhoto(call, 150));
  await app.db.insert(cardMedia).values({ cardId, mediaName });
  const { account } = await contextOf(id);
  const { read } = app.blobs;
  const deleteThen = async function* (name: string) {
    await app.db.transaction((tx) => erasePerson(app, tx, account));
    yield* read(name);
  };
  const spy = vi.spyOn(app.blobs, 'read').mockImplementation((name) => Readable.from(deleteThen(name)));
  const isWhole = await fetchZip(call).then(
    () => true,
    () => false,
  );
  expect(spy).toHaveBeenCalledOnce();
  spy.mockRestore();
  expect(isWhole).toBe(false);
});

it('An export keeps nothing of files that it has sent', { tags: ['thorough'] }, async () => {
  const { call, cardId } = await signUpWithCard(server);
  for (let nth = 0; nth < 12; nth += 1) {
    const mediaName = path.basename(await uploadPhoto(call, 20 * nth));
    await server.running.app.db.insert(cardMedia).values({ cardId, mediaName });
  }
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on('warning', note);
  await fetchZip(call);
  process.off('warning', note);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});
