import ICAL from 'ical.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer({ PUBLIC_URL: 'https://cards.example.com' });

type Property = [name: string, parameters: Record<string, unknown>, type: string, value: unknown];
const read = (vcard: string) => (ICAL.parse(vcard) as [string, Property[]])[1];

async function fileOf(fields: object) {
  const { call } = await signUp(server);
  const { body: card } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King', ...fields });
  const answer = await server.client()('GET', `/api/cards/${card.id}/vcard`);
  expect(answer.status).toBe(200);
  return { ...answer, card };
}

describe('Save Contact', () => {
  it('is a file named after the person, even though headers are ASCII only', async () => {
    const { headers, card, text } = await fileOf({ fullName: 'Łukasz Nowak', company: 'Acme; Sons, Inc.' });
    expect(headers.get('content-type')).toBe('text/vcard; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="_ukasz_Nowak.vcf"; filename*=UTF-8\'\'%C5%81ukasz_Nowak.vcf',
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(read(text)).toContainEqual(['fn', {}, 'text', 'Łukasz Nowak']);
    expect(read(text)).toContainEqual(['url', {}, 'uri', `https://cards.example.com/card/${card.id}`]);
    expect(read(text).find(([name]) => name === 'rev')?.[3]).toBe(card.updatedAt);
  });

  it('is vCard 3.0, or 4.0 on request, even from the cache', async () => {
    const { card } = await fileOf({ fullName: 'Ada King' });
    const versionIn = async (query: string) =>
      /VERSION:(.*)/.exec((await server.client()('GET', `/api/cards/${card.id}/vcard${query}`)).text)?.[1];
    for (const _time of ['first', 'again']) {
      expect(await versionIn('?version=4.0')).toBe('4.0');
      expect(await versionIn('')).toBe('3.0');
      expect(await versionIn('?version=3.0')).toBe('3.0');
    }
    expect((await server.client()('GET', `/api/cards/${card.id}/vcard?version=2.1`)).status).toBe(400);
  });

  it('can be downloaded even if a long name must be cut in the middle of an emoji', async () => {
    const { headers } = await fileOf({ fullName: `${'x'.repeat(119)}😀` });
    expect(headers.get('content-disposition')).toContain(`filename="${'x'.repeat(119)}.vcf"`);
  });

  it('carries the photo as a small JPEG, whatever was uploaded', { tags: ['thorough'] }, async () => {
    const logo = await sharp({
      create: { width: 900, height: 500, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { text } = await fileOf({ profileImage: `data:image/png;base64,${logo.toString('base64')}` });
    const photo = read(text).find(([name]) => name === 'photo');
    const bytes = Buffer.from(String(photo?.[3]), 'base64');
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 240, height: 240 });
    expect(bytes.length).toBeLessThan(30_000);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('does without a photo that is elsewhere: nothing is fetched for a stranger', async () => {
    const { text } = await fileOf({ profileImage: 'https://example.com/photo.jpg' });
    expect(text).not.toContain('PHOTO');
  });

  it('survives whatever someone writes about themselves', async () => {
    const hostile = 'Hi\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Mallory';
    const { text } = await fileOf({ fullName: hostile, company: hostile, bio: hostile, jobTitle: hostile });
    expect(text.match(/^(BEGIN|END):VCARD\r$/gm)).toHaveLength(2);
    expect(text.match(/^FN:/gm)).toHaveLength(1);
    expect(read(text).find(([name]) => name === 'note')?.[3]).toBe(hostile.replace(/\r\n/g, '\n'));
  });
});
