import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BACKGROUND_PRESETS, SOCIAL_NETWORKS, TEMPLATES } from '#shared/contract/constants.ts';
import { publishCard, textOf } from '#test/public-card.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

const png = async (color: string) =>
  `data:image/png;base64,${(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: color } })
      .png()
      .toBuffer()
  ).toString('base64')}`;

const FULL = {
  jobTitle: 'Analyst',
  company: 'Engines',
  department: 'Numbers',
  location: 'London',
  tagline: 'Poetical science',
  bio: 'Notes\n\nand diagrams',
  primaryEmail: 'ada@example.com',
  secondaryEmail: 'second@example.com',
  workEmail: 'work@example.com',
  primaryPhone: '+44 20 7946 0018',
  secondaryPhone: '+44 20 7946 0019',
  workPhone: '+44 20 7946 0020 ext 7',
  website: 'engines.example',
  portfolio: 'https://ada.example/notes',
  address: '12 St James Square',
  city: 'London',
  state: 'Greater London',
  zipCode: 'SW1Y 4JH',
  country: 'United Kingdom',
  appointmentBooking: 'https://meet.example/ada',
  videoCallLink: 'https://call.example/ada',
  customWebsites: ['bernoulli.example', 'looms.example'],
  skills: ['Analysis'],
  languages: ['French'],
  certifications: ['Royal Society reader'],
  achievements: ['Note G'],
};

describe('The public card', () => {
  it.each(TEMPLATES)('shows every part of the specification in the %s design', async (template) => {
    const social = Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, 'ada']));
    const { id, view } = await publishCard(server, { ...FULL, template, social });
    const { status, text } = await view();
    expect(status).toBe(200);
    const words = textOf(text).join('\n');
    const parts = [
      ...[
        'Ada King',
        '“Poetical science”',
        'Analyst',
        'Engines, Numbers',
        'London',
        'Save Contact',
        'Exchange Contact',
      ],
      ...[
        'ada@example.com',
        'second@example.com',
        'work@example.com',
        '+44 20 7946 0018',
        '+44 20 7946 0019',
      ],
      ...['+44 20 7946 0020 ext 7', 'engines.example', 'ada.example/notes', 'Book a meeting', 'Video call'],
      ...[
        'Address',
        '12 St James Square',
        'London, Greater London, SW1Y 4JH',
        'United Kingdom',
        'bernoulli.example',
      ],
      ...['About', 'and diagrams', 'Skills & Expertise', 'Analysis', 'Languages', 'French', 'Certifications'],
      ...['Royal Society reader', 'Achievements', 'Note G', 'Powered by', 'Goldleaf'],
    ];
    for (const part of parts) expect(words).toContain(part);
    const links = [
      ...['mailto:ada@example.com', 'tel:+442079460018', 'tel:+442079460020,7', 'https://engines.example/'],
      ...[
        'https://bernoulli.example/',
        'https://www.linkedin.com/in/ada',
        `/api/cards/${id}/vcard`,
        `/card/${id}/exchange`,
      ],
    ];
    for (const link of links) expect(text).toContain(`href="${link}"`);
  });

  it('shows four photos and two videos, counts the rest, and four pieces of work', {
    tags: ['thorough'],
  }, async () => {
    const colors = ['red', 'green', 'blue', 'white', 'black', 'gold'];
    const images = await Promise.all(colors.map(png));
    const { view } = await publishCard(server, { photoGallery: images, portfolioImages: images });
    const { text } = await view();
    expect(text.match(/alt="Photo of Ada King, \d"/g)).toHaveLength(4);
    expect(text.match(/alt="Work of Ada King, \d"/g)).toHaveLength(4);
    expect(textOf(text).join(' ')).toMatch(/\+2 more photos/);
    expect(textOf(text)).not.toContain('more videos');
  });

  it('loads nothing from third parties: addresses that an owner pasted stay hidden', async () => {
    const far = 'https://tracker.example/eye.png';
    const { view } = await publishCard(server, {
      ...{ profileImage: far, coverImage: far, companyLogo: far, backgroundImage: far },
      ...{ photoGallery: [far], videoGallery: ['https://tracker.example/v.mp4'] },
    });
    expect((await view()).text).not.toContain('tracker.example');
  });

  it.each(BACKGROUND_PRESETS)(
    'moves the %s background, and holds it still for who asked for less motion',
    async (preset) => {
      const { view } = await publishCard(server, { backgroundVideo: `preset:${preset}` });
      const { text } = await view();
      expect(text).toContain(`class="sky ${preset}"`);
      expect(text).toMatch(/@keyframes gl-/);
      expect(text).toMatch(/prefers-reduced-motion:\s*reduce/);
      expect(text).toContain('Pause background');
    },
  );

  it('falls back to the aurora for an unknown preset', async () => {
    const { view } = await publishCard(server, { backgroundVideo: 'preset:volcano' });
    expect((await view()).text).toContain('class="sky aurora"');
  });

  it('admits its own style and script by their hashes and nothing else', async () => {
    const { view } = await publishCard(server);
    const { text, headers } = await view();
    const policy = headers.get('content-security-policy') ?? '';
    const hashes = (tag: string) =>
      [...text.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)]
        .filter((match) => match[1] === tag)
        .map(
          (match) =>
            `'sha256-${createHash('sha256')
              .update(match[2] ?? '')
              .digest('base64')}'`,
        );
    expect(hashes('script')).toHaveLength(1);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hashes('script').join(' ')};`);
    // Styles for paper are a file.
    expect(policy).toContain(`style-src 'self' ${hashes('style').join(' ')};`);
    expect(policy).not.toMatch(/unsafe|https:|\*/);
    expect(text).not.toMatch(/ style="| on\w+="/);
  });
});

describe('A second visit', () => {
  it('costs nothing while the card is the same, and shows a change at once', async () => {
    const { path, change } = await publishCard(server);
    const first = await server.client()('GET', path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30, must-revalidate');
    const again = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(await server.client()('GET', path, undefined, again)).toMatchObject({ status: 304, text: '' });
    await change({ tagline: 'New words' });
    const changed = await server.client()('GET', path, undefined, again);
    expect(changed.status).toBe(200);
    expect(changed.text).toContain('New words');
  });
});

describe('What a first visit costs', () => {
  it('is at most 14 KB of brotli in one document that asks for nothing more', async () => {
    for (const template of TEMPLATES) {
      const { path } = await publishCard(server, {
        ...FULL,
        template,
        backgroundVideo: 'preset:forest',
        leadCaptureEnabled: true,
      });
      const reply = await fetchRaw(server.url + path);
      expect(reply.encoding).toBe('br');
      // Styles are minified only in a build: `card-weight.e2e.ts` weighs the page as it is sent.
      expect(reply.bytes.length).toBeLessThanOrEqual(14 * 1024);
      const html = brotliDecompressSync(reply.bytes).toString();
      const loaded = [...html.matchAll(/<(?:img|video|script|link|iframe)[^>]+(?:src|href)="([^"]+)"/g)];
      const asked = loaded.map((match) => match[1] ?? '').filter((url) => !url.startsWith('data:'));
      // The canonical address and that of the embed are not requests, the icon is loaded only when the card is put on
      // a home screen, styles and code for paper wait for everything else, and the pixel replaces the script's report.
      const isLater =
        /\/assets\/print\/\w+\.css$|\/qr\.svg\?errorCorrection=low$|\/card\/\w+$|\/api\/oembed\?|\/icon\.png\?|\/views\.gif$/;
      expect(asked.filter((url) => !isLater.test(url))).toEqual([]);
    }
  });
});

describe('On a phone', () => {
  it('the card goes to the edges of the screen, whose bars take its color', async () => {
    const colors = (html: string) =>
      [
        ...html.matchAll(
          /<meta name="theme-color" content="(#\w{6})"(?: media="\(prefers-color-scheme: (\w+)\)")?/g,
        ),
      ]
        .map(([, color, scheme]) => `${color} ${scheme ?? 'always'}`)
        .join(', ');
    const pageOf = async (fields: object) => (await (await publishCard(server, fields)).view()).text;
    const modern = await pageOf({ template: 'modern', primaryColor: '#0f6e84' });
    expect(modern).toContain('content="width=device-width, initial-scale=1, viewport-fit=cover"');
    expect(colors(modern)).toBe('#0f6e84 always');
    expect(colors(await pageOf({ template: 'classic' }))).toBe('#f1ede4 light, #0e0d0c dark');
    expect(colors(await pageOf({ template: 'minimal' }))).toBe('#ffffff light, #1d1b18 dark');
    const behind = { template: 'minimal', backgroundVideo: 'preset:ocean', primaryColor: '#0f6e84' };
    expect(colors(await pageOf(behind))).toBe('#0f6e84 always');
  });

  it('it has the photo of its owner as its icon, else their initials, and none for strangers while it is hidden', {
    tags: ['thorough'],
  }, async () => {
    const { owner, view, path, change } = await publishCard(server, { profileImage: await png('red') });
    const icon = async (call = server.client()) => {
      const { text } = await view(owner);
      const address = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(text)?.[1] ?? '';
      const { status, bytes, headers } = await call('GET', address);
      return { status, bytes, type: headers.get('content-type'), cache: headers.get('cache-control') };
    };
    const photo = await icon();
    expect(photo.type).toBe('image/png');
    const { dominant } = await sharp(photo.bytes).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.b).toBeLessThan(60);
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ width: 180, height: 180, format: 'png' });
    expect((await change({ profileImage: '' })).status).toBe(200);
    const initials = await icon();
    expect(initials.bytes.equals(photo.bytes)).toBe(false);
    expect(await sharp(initials.bytes).metadata()).toMatchObject({ width: 180, height: 180 });
    expect(initials.bytes.length).toBeLessThan(20_000);
    await change({ isActive: false });
    expect((await server.client()('GET', `${path}/icon.png`)).status).toBe(404);
    expect(await icon(owner)).toMatchObject({ status: 200, cache: 'no-store' });
  });
});

describe('For readers without styles', () => {
  it.each(TEMPLATES)('the %s card is read out in its natural order, links in words', async (template) => {
    const { view } = await publishCard(server, {
      ...FULL,
      template,
      social: { linkedin: 'ada', github: 'ada' },
    });
    const words = textOf((await view()).text).join('\n');
    const order = [
      'Ada King',
      'Analyst',
      'Engines, Numbers',
      'Save Contact',
      'Exchange Contact',
      'ada@example.com',
    ];
    order.push(
      'Address',
      'LinkedIn',
      'GitHub',
      'bernoulli.example',
      'About',
      'Skills & Expertise',
      'Powered by',
    );
    // The document's title comes first.
    const places = order.map((part) => words.indexOf(`\n${part}`));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('the lines of an address are lines', async () => {
    const { view } = await publishCard(server, { address: '14 High Street', country: 'Ghana' });
    expect((await view()).text).toContain('14 High Street<br/>Ghana</address>');
  });
});

/** The bytes as transmitted: `fetch` would decompress them. */
async function fetchRaw(url: string): Promise<{ bytes: Buffer; encoding: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ bytes: Buffer.concat(chunks), encoding: response.headers['content-encoding'] }),
      );
    }).on('error', reject);
  });
}
