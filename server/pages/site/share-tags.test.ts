import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { publishCard } from '#test/public-card.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

describe('What search engines and link previews read', () => {
  it('names the card, its picture and its one address', { tags: ['thorough'] }, async () => {
    const { id, view } = await publishCard(server, {
      jobTitle: 'Analyst',
      company: 'Engines',
      tagline: 'Poetical science',
    });
    const { text } = await view();
    const origin = /<link rel="canonical" href="(http:\/\/[^"/]+)\/card\/(\w+)"/.exec(text);
    expect(origin?.[2]).toBe(id);
    expect(text).toContain('<meta property="og:title" content="Ada King · Analyst · Engines"/>');
    expect(text).toContain('<meta property="og:description" content="Poetical science"/>');
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    const image = /og:image" content="http:\/\/[^"/]+(\/card\/[^"]+)"/.exec(text)?.[1] ?? '';
    const reply = await fetch(server.url + image.replaceAll('&amp;', '&'));
    expect(reply.headers.get('content-type')).toBe('image/png');
    const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
  });

  it('draws the picture from the photo too, and never for a card that is hidden', {
    tags: ['thorough'],
  }, async () => {
    const { owner, path, change } = await publishCard(server, {
      fullName: 'Ł \uFFFE <&> 李'.repeat(9),
      profileImage: await redSquare(),
    });
    expect((await server.client()('GET', `${path}/preview.png`)).status).toBe(200);
    await change({ isActive: false });
    expect((await server.client()('GET', `${path}/preview.png`)).status).toBe(404);
    const seenByOwner = await owner('GET', `${path}/preview.png`);
    expect([seenByOwner.status, seenByOwner.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('is data that no text of a card can break out of', async () => {
    const hostile = '</script><script>alert(1)</script><!-- "\u2028';
    const { view } = await publishCard(server, {
      fullName: hostile,
      company: hostile,
      bio: hostile,
      tagline: hostile,
      website: 'http://www.example.com/me',
    });
    const { text } = await view();
    expect(text.match(/<script/g)).toHaveLength(2);
    const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        worksFor: { name: expect.stringContaining('</script>') },
        url: 'http://www.example.com/me',
      },
    });
  });
});

async function redSquare(): Promise<string> {
  const red = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
  return `data:image/png;base64,${(await red.png().toBuffer()).toString('base64')}`;
}
