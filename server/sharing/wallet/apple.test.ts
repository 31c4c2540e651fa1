import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASS_LABELS } from '#server/sharing/wallet/pass-labels.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { signUp } from '#test/factories.ts';
import { FULL_CARD } from '#test/full-card.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';
import { firstOf } from '#test/thorough.ts';
import { unzip } from '#test/unzip.ts';

const ORIGIN = 'https://cards.example.com';
const server = startTestServer({ PUBLIC_URL: ORIGIN });
const openssl = promisify(execFile);

let owner: Client;
let cardId: string;
let folder: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-pass-'));
  owner = (await signUp(server)).call;
  const { body } = await owner('POST', '/api/cards', { name: 'Work card', fullName: 'Ada Lovelace' });
  cardId = body.id;
});
afterAll(() => fs.rm(folder, { recursive: true }));

const passUrl = (id = cardId) => `/api/wallet/apple/${id}.pkpass`;

async function openPass(client: Client, id = cardId) {
  const { status, bytes } = await client('GET', passUrl(id));
  expect(status).toBe(200);
  const files = await unzip(bytes);
  const read = (name: string) => files.get(name) ?? Buffer.alloc(0);
  return { files, read, pass: JSON.parse(read('pass.json').toString()) };
}

type Opened = Awaited<ReturnType<typeof openPass>>;

/** Checks the signature of the manifest and the digest of every file. */
async function expectValid({ files, read }: Opened): Promise<void> {
  const manifest = JSON.parse(read('manifest.json').toString());
  const names = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature');
  expect(Object.keys(manifest).sort()).toEqual(names.sort());
  for (const name of names) {
    expect(createHash('sha1').update(read(name)).digest('hex')).toBe(manifest[name]);
  }
  const at = (name: string) => path.join(folder, name);
  await fs.writeFile(at('manifest.json'), read('manifest.json'));
  await fs.writeFile(at('signature'), read('signature'));
  const { issuer } = await server.running.app.apple.certificate();
  await fs.writeFile(at('issuer.pem'), issuer);
  for (const command of ['cms', 'smime']) {
    // biome-ignore format: one option and its value a line
    const { stderr } = await openssl('openssl', [
      command, '-verify', '-binary',
      '-inform', 'DER', '-in', at('signature'),
      '-content', at('manifest.json'),
      '-CAfile', at('issuer.pem'),
      '-out', at('verified'),
    ]);
    expect(stderr).toMatch(/Verification successful/i);
    expect(await fs.readFile(at('verified'))).toEqual(read('manifest.json'));
  }
}

describe('The signed pass', () => {
  it('is verified by openssl, file by file', async () => {
    await expectValid(await openPass(owner));
  });

  it('names its signing time and brings the certificate that issued its own', async () => {
    const { read } = await openPass(owner);
    const file = path.join(folder, 'signature.der');
    await fs.writeFile(file, read('signature'));
    const printed = await openssl('openssl', ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', file]);
    expect(printed.stdout).toContain('signingTime');
    const given = await openssl('openssl', ['pkcs7', '-print_certs', '-inform', 'DER', '-in', file]);
    const pems = given.stdout.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
    const { certificate, issuer, passTypeId, teamId } = await server.running.app.apple.certificate();
    const prints = pems.map((pem) => new X509Certificate(pem).fingerprint256).sort();
    expect(prints).toEqual(
      [certificate, issuer].map((pem) => new X509Certificate(pem).fingerprint256).sort(),
    );
    const { subject } = new X509Certificate(certificate);
    expect(subject).toContain(`UID=${passTypeId}`);
    expect(subject).toContain(`OU=${teamId}`);
  });

  it('has its name, its type, and is never cached', async () => {
    const { headers } = await owner('GET', passUrl());
    expect(headers.get('content-type')).toBe('application/vnd.apple.pkpass');
    expect(headers.get('content-disposition')).toContain('filename="Work-card-businesscard.pkpass"');
    expect(headers.get('cache-control')).toBe('no-store');
    const strangers = (await server.client()('GET', passUrl())).headers.get('content-disposition');
    expect(strangers).toContain('-businesscard.pkpass');
    expect(strangers).not.toContain('Work');
  });

  it('of a team’s card is their own for those who have it, also while it is paused', async () => {
    const { teamId, cardId: id, owner: runs, member, outsider } = await addWholeTeam(server);
    for (const isActive of [true, false]) {
      expect((await runs.call('PUT', `/api/cards/${id}?account=${teamId}`, { isActive })).status).toBe(200);
      for (const { call } of [runs, member]) expect((await openPass(call, id)).pass.serialNumber).toBe(id);
    }
    expect((await outsider.call('GET', passUrl(id))).status).toBe(404);
  });

  it('tells devices where to ask, with a token that is no hash of the serial', async () => {
    const { pass } = await openPass(owner);
    expect(pass).toMatchObject({ serialNumber: cardId, webServiceURL: `${ORIGIN}/api/wallet/apple` });
    expect(pass.authenticationToken).toMatch(/^[\w-]{43}$/);
    expect(pass.authenticationToken).toBe((await openPass(owner)).pass.authenticationToken);
    expect(pass.voided).toBeUndefined();
  });

  it('has pictures in every size, and of the photo and the logo if there are any', {
    tags: ['thorough'],
  }, async () => {
    const bare = await openPass(owner);
    const sizes = async ({ read }: Opened, name: string) => {
      const files = [`${name}.png`, `${name}@2x.png`, `${name}@3x.png`];
      const read1 = async (file: string) => {
        const { format, width } = await sharp(read(file)).metadata();
        return `${format} ${width}`;
      };
      return Promise.all(files.map(read1));
    };
    expect(await sizes(bare, 'icon')).toEqual(['png 29', 'png 58', 'png 87']);
    expect(bare.files.has('thumbnail.png')).toBe(false);
    const square = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#225588' } })
      .png()
      .toBuffer();
    const picture = `data:image/png;base64,${square.toString('base64')}`;
    const { body: card } = await owner('POST', '/api/cards', {
      name: 'With pictures',
      fullName: 'Ada',
      profileImage: picture,
      companyLogo: picture,
    });
    const full = await openPass(owner, card.id);
    await expectValid(full);
    expect(await sizes(full, 'icon')).toEqual(['png 29', 'png 58', 'png 87']);
    expect(await sizes(full, 'thumbnail')).toEqual(['png 90', 'png 180', 'png 270']);
    expect(await sizes(full, 'logo')).toEqual(['png 40', 'png 80', 'png 120']);
  });

  it('speaks six languages in all its labels', async () => {
    const { body: card } = await owner('POST', '/api/cards', {
      ...FULL_CARD,
      profileImage: null,
      companyLogo: null,
      coverImage: null,
      backgroundImage: null,
      backgroundVideo: null,
    });
    const { pass, read } = await openPass(owner, card.id);
    const fields: { label?: string }[] = Object.values<{ label?: string }[]>(pass.generic).flat();
    const networks: string[] = Object.values(SOCIAL_LABELS);
    const labels = [...fields.map(({ label }) => label ?? ''), pass.barcodes[0].altText];
    const translated = labels.filter((label) => label && !networks.includes(label));
    expect(translated.length).toBeGreaterThan(15);
    expect(translated.filter((label) => !PASS_LABELS[label])).toEqual([]);
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt']) {
      const strings = read(`${language}.lproj/pass.strings`).toString();
      for (const label of translated) expect(strings).toContain(`"${label}" = "`);
    }
    expect(read('de.lproj/pass.strings').toString()).toContain('"Job Title" = "Position";');
  });

  it.each(
    firstOf([
      ['quotes', `"O'Neil" \\ «Lee» ";\u2028</script>`],
      ['emoji', '👩🏽‍🚀 Zoë 🏳️‍🌈'],
      ['right to left', 'محمد عبد الله بن سعود'],
      ['200 letters', 'Maximiliana '.repeat(17).slice(0, 200).trim()],
      ['control characters', 'Ada\u0007\u001b[31m\u0085 Lovelace'],
      ['half an emoji', 'Ada \ud83d'],
    ]),
  )('is valid with %s in every name', async (_what, name) => {
    const { status, body: card } = await owner('POST', '/api/cards', {
      name: name.slice(0, 100),
      fullName: name.slice(0, 100),
      company: name.slice(0, 100),
    });
    expect(status).toBeLessThan(500);
    if (status !== 200) return;
    const opened = await openPass(owner, card.id);
    await expectValid(opened);
    expect(opened.pass.generic.primaryFields[0].value).toBe(card.fullName);
    await owner('DELETE', `/api/cards/${card.id}`);
  });
});

describe('Who gets a pass', () => {
  it('is whoever sees the card while its switch is on; the visitors’ pass is not the owner’s', async () => {
    const visitor = server.client();
    const own = await openPass(owner);
    const theirs = await openPass(visitor);
    await expectValid(theirs);
    expect(theirs.pass.serialNumber).not.toBe(own.pass.serialNumber);
    expect(theirs.pass.authenticationToken).not.toBe(own.pass.authenticationToken);
    await owner('PUT', `/api/cards/${cardId}`, { walletEnabled: false });
    expect((await visitor('GET', passUrl())).status).toBe(404);
    expect((await owner('GET', passUrl())).status).toBe(200);
    await owner('PUT', `/api/cards/${cardId}`, { walletEnabled: true, isActive: false });
    expect((await visitor('GET', passUrl())).status).toBe(404);
    await owner('PUT', `/api/cards/${cardId}`, { isActive: true });
    expect((await visitor('GET', passUrl())).status).toBe(200);
    expect((await visitor('GET', passUrl('nosuchcard'))).status).toBe(404);
  });

  it('gets it by navigating or asking for its type; everything else is the owner’s JSON', async () => {
    const json = `/api/wallet/apple/${cardId}`;
    const typeOf = async (client: Client, headers: Record<string, string>) => {
      const answer = await client('GET', json, undefined, headers);
      return `${answer.status} ${answer.headers.get('content-type')?.split(';')[0]}`;
    };
    const visitor = server.client();
    const pass = '200 application/vnd.apple.pkpass';
    expect(await typeOf(visitor, { accept: 'text/html,*/*;q=0.8' })).toBe(pass);
    expect(await typeOf(visitor, { accept: 'application/vnd.apple.pkpass' })).toBe(pass);
    expect(await typeOf(visitor, { accept: '*/*' })).toBe('401 application/json');
    expect(await typeOf(visitor, { accept: 'application/json' })).toBe('401 application/json');
    expect(await typeOf(owner, { accept: '*/*' })).toBe('200 application/json');
    const { body } = await owner('GET', json);
    expect(body).toMatchObject({
      url: passUrl(),
      isTrusted: false,
      updates: { isNamed: true, isPushed: false, ownDevices: 0, visitorDevices: 0, fetchedAt: null },
    });
  });

  it('is signed once for each version of the card', async () => {
    const before = (await owner('GET', passUrl())).bytes;
    expect((await owner('GET', passUrl())).bytes.equals(before)).toBe(true);
    await owner('PUT', `/api/cards/${cardId}`, { jobTitle: 'Countess' });
    const { pass } = await openPass(owner);
    expect(pass.generic.secondaryFields[0].value).toBe('Countess');
  });

  it('stores nothing until a device registers', async () => {
    const { rows } = await server.running.app.db.execute(
      'select (select count(*) from apple_passes) + (select count(*) from apple_devices) as stored',
    );
    expect(rows).toEqual([{ stored: '0' }]);
  });
});
