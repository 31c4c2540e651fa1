import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { releaseIdle } from '#server/cards/media/media-owners.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { startReceiving } from '#test/receiving.ts';

const { app, give, giveAndOpen, later, made, post, server } = startReceiving();

async function usedBytes(): Promise<number> {
  later(2 * DAY_MS);
  await releaseIdle(app());
  return (await made.owner('GET', '/api/auth/me')).body.storage.usedBytes;
}

/** Gives a contact a photo that nothing else shows. */
async function photograph(id: string, background: string): Promise<void> {
  const form = new FormData();
  const square = sharp({ create: { width: 40, height: 40, channels: 3, background } });
  form.set('file', new Blob([new Uint8Array(await square.jpeg().toBuffer())]), 'guest.jpg');
  const { url } = (await made.owner('POST', '/api/media', form)).body;
  const shown = await made.owner('PATCH', `/api/contacts/${id}`, { profileImage: url });
  expect(shown.body.profileImage).toBe(url);
}

describe('The photo of a contact takes no space any more', () => {
  it('when the person withdraws their details', { tags: ['thorough'] }, async () => {
    const before = await usedBytes();
    const { id, path } = await giveAndOpen();
    await photograph(id, '#d4af37');
    expect(await usedBytes()).toBeGreaterThan(before);
    expect((await post(path, { action: 'withdraw' })).status).toBe(200);
    expect(await usedBytes()).toBe(before);
  });

  const photoOf = async (id: string) =>
    (await made.owner('GET', `/api/contacts/${id}`)).body.profileImage as string;

  it('when undoing a merge shows the one of before, which was kept for it', async () => {
    const before = await usedBytes();
    const [{ id: keep }, { id: other }] = [await give(), await give()];
    await photograph(keep, '#101010');
    await photograph(other, '#d4af37');
    const [first, shown] = [await usedBytes(), await photoOf(keep)];
    const chosen = { keep, others: [other], fields: { profileImage: other } };
    const { body } = await made.owner('POST', '/api/contacts/merge', chosen);
    expect(await usedBytes()).toBe(first);
    expect(await photoOf(keep)).not.toBe(shown);
    await made.owner('POST', `/api/contacts/operations/${body.operation.id}/undo`);
    expect([await usedBytes(), await photoOf(keep)]).toEqual([first, shown]);
    expect((await server.client()('GET', shown)).status).toBe(200);
    for (const id of [keep, other]) await made.owner('PATCH', `/api/contacts/${id}`, { profileImage: null });
    expect(await usedBytes()).toBe(before);
  });

  it('when undoing a merge leaves one that was chosen since', async () => {
    const before = await usedBytes();
    const [{ id: keep }, { id: other }] = [await give(), await give()];
    await photograph(keep, '#101010');
    const { body } = await made.owner('POST', '/api/contacts/merge', { keep, others: [other] });
    await photograph(keep, '#d4af37');
    const [both, shown] = [await usedBytes(), await photoOf(keep)];
    await made.owner('POST', `/api/contacts/operations/${body.operation.id}/undo`);
    expect(await usedBytes()).toBeLessThan(both);
    expect(await photoOf(keep)).toBe(shown);
    expect((await server.client()('GET', shown)).status).toBe(200);
    await made.owner('PATCH', `/api/contacts/${keep}`, { profileImage: null });
    expect(await usedBytes()).toBe(before);
  });

  it('when they wait for review again', async () => {
    const before = await usedBytes();
    const { id } = await give({ subject: 'Offer' });
    const { body } = await made.owner('POST', '/api/contacts/unreviewed/keep', { ids: [id] });
    await photograph(id, '#c0c0c0');
    expect(await usedBytes()).toBeGreaterThan(before);
    const undone = await made.owner('POST', '/api/contacts/unreviewed/undo', { review: body.review });
    expect(undone.body.count).toBe(1);
    expect(await usedBytes()).toBe(before);
  });
});
