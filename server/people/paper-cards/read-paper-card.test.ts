import http from 'node:http';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ai } from '#server/config/ai-settings.ts';
import { modelUse } from '#server/db/schema/messages.ts';
import { contacts } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import { createBudget } from '#server/messages/model/budget.ts';
import { openLanguageModel } from '#server/messages/model/language-model.ts';
import { createModels, NO_ANSWER } from '#server/messages/model/models.ts';
import { MODEL_CALLS_PER_DAY } from '#shared/contract/constants.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import {
  inProtocol,
  type ModelProvider,
  type Reply,
  sendJson,
  startModelProvider,
} from '#test/model-provider.ts';
import { CARD, HARMLESS, HOSTILE } from '#test/paper-cards.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { firstOf } from '#test/thorough.ts';

const provider: ModelProvider = await startModelProvider();
const server = startTestServer(provider.settings);
afterAll(() => provider.close());

let owner: Client;
let ownerId: OwnId;
let cookie: string;
let photo: Buffer;

beforeAll(async () => {
  const person = await signUp(server);
  owner = person.call;
  ownerId = person.id;
  const login = { email: person.username, password: 'correct horse' };
  const answer = await server.client()('POST', '/api/auth/login', login);
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  photo = await sharp({ create: { width: 1_800, height: 900, channels: 3, background: '#f5f1e8' } })
    .withExif({
      IFD0: { Artist: 'secret place' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 13/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
});

const GOOD = JSON.stringify(CARD);

beforeEach(async () => {
  provider.asked.length = 0;
  provider.replies = [GOOD];
  await server.running.app.db.delete(modelUse);
});

const formOf = (bytes: Uint8Array | string, name = 'card.jpg') => {
  const form = new FormData();
  form.set('file', new Blob([bytes as BlobPart]), name);
  return form;
};
const scan = (bytes: Uint8Array | string = photo, { name = 'card.jpg', by = owner } = {}) =>
  by('POST', '/api/contacts/scan', formOf(bytes, name));
const use = async () => (await server.running.app.db.select().from(modelUse))[0];

const status =
  (code: number, headers = {}): Reply =>
  (response) =>
    sendJson(response, code, { error: { message: 'No', type: 'error' }, type: 'error' }, headers);
/** As text even where the protocol has a form for objects. */
const inWords =
  (text: string): Reply =>
  (response, asked) =>
    sendJson(response, 200, inProtocol({ ...asked, body: { ...asked.body, tool_choice: undefined } }, text));

describe.each(firstOf(['openai', 'anthropic'] as const))(
  'A paper card, read by a model as %s',
  (protocol) => {
    beforeAll(async () => {
      const settings = ai.read({
        AI_PROVIDER: protocol,
        AI_API_KEY: 'sk-secret',
        AI_BASE_URL: protocol === 'openai' ? `${provider.url}/v1` : provider.url,
        AI_MODEL: 'tester-1',
      });
      const { app } = server.running;
      if (!settings) throw new Error('No settings');
      const times = { totalMs: 15_000, retryMs: 1 };
      app.models = createModels(await openLanguageModel(settings), createBudget(app.db, app.now), times);
    });

    it('goes there as an image, made anew, and comes back as fields', async () => {
      const { status: code, body } = await scan();
      expect([code, body]).toEqual([200, { card: CARD, reason: null }]);
      const [asked] = provider.asked;
      const content = asked?.body.messages.at(-1).content;
      const image = content.find(({ type }: { type: string }) => type.startsWith('image'));
      if (protocol === 'openai') {
        expect(image).toEqual({
          type: 'image_url',
          image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,/) },
        });
      } else {
        expect(image).toEqual({
          type: 'image',
          source: { type: 'base64', media_type: 'image/jpeg', data: expect.any(String) },
        });
      }
      const base64 = protocol === 'openai' ? image.image_url.url.split(',')[1] : image.source.data;
      const shown = Buffer.from(base64, 'base64');
      const { width, height, format, exif, orientation } = await sharp(shown).metadata();
      expect({ width, height, format, exif, orientation }).toEqual({
        width: 784,
        height: 1568,
        format: 'jpeg',
      });
      expect(shown.includes('secret place')).toBe(false);
      // Who asks, and what they have on file, is nobody's business there.
      expect(JSON.stringify(asked?.body)).not.toMatch(/Ada|Lovelace|example\.com/);
      expect(await use()).toMatchObject({ userId: ownerId, calls: 1, failures: 0, tokens: 600 });
      expect(await server.running.app.db.$count(contacts)).toBe(0);
    });

    it('only ever fills a form: orders on it are text, and what is odd leads nowhere', async () => {
      provider.replies = [JSON.stringify(HOSTILE)];
      const { body } = await scan();
      expect(body).toEqual({ card: HARMLESS, reason: null });
      expect(await server.running.app.db.$count(contacts)).toBe(0);
    });

    it('with nothing on it has no fields', async () => {
      const nothing = { name: null, emails: null, phones: [], notes: null };
      provider.replies = [JSON.stringify(nothing)];
      const { card } = (await scan()).body;
      expect(card).toMatchObject({ name: '', company: '', emails: [], address: { street: '' }, notes: [] });
    });

    it.each<[string, Reply[], number]>([
      ['fences its answer', [inWords(`Here it is:\n\`\`\`json\n${GOOD}\n\`\`\``)], 1],
      ['answers another schema at first', ['{"people": []}', GOOD], 2],
      ['answers a novel at first', [JSON.stringify({ ...CARD, name: 'x'.repeat(300) }), GOOD], 2],
      ['answers in words at first', [inWords('I see a card.'), GOOD], 2],
      ['is busy at first', [status(429, { 'retry-after': '0' }), GOOD], 2],
    ])('is read although it %s', async (_how, replies, requests) => {
      provider.replies = replies;
      expect((await scan()).body).toEqual({ card: CARD, reason: null });
      expect(provider.asked).toHaveLength(requests);
    });

    it.each(
      firstOf<[string, Reply, string, number]>([
        ['answers another schema twice', '{"people": []}', NO_ANSWER.unusable, 2],
        [
          'lists a hundred numbers',
          JSON.stringify({ ...CARD, phones: Array(100).fill('1') }),
          NO_ANSWER.unusable,
          2,
        ],
        ['refuses in words', inWords('I cannot help with photos of people.'), NO_ANSWER.unusable, 2],
        ['answers what is no JSON', (response) => void response.end('<html>'), NO_ANSWER.refused, 1],
        ['refuses the key', status(401), NO_ANSWER.refused, 1],
        ['asks for more patience than there is', status(429, { 'retry-after': '60' }), NO_ANSWER.away, 1],
        ['keeps failing', status(500), NO_ANSWER.away, 3],
      ]),
    )('is left to the device, with the reason, by one that %s', async (_how, reply, reason, requests) => {
      provider.replies = [reply];
      const { status: code, body } = await scan();
      expect([code, body]).toEqual([200, { card: null, reason }]);
      expect(provider.asked).toHaveLength(requests);
      expect(await use()).toMatchObject({ calls: requests === 2 ? 2 : 1 });
    });

    it.each<[string, Reply]>([
      ['is silent', () => {}],
      ['sends its answer drop by drop', (response) => void response.write('{"choi')],
    ])(
      'waits no longer than the time allows for one that %s',
      { tags: ['thorough'] },
      async (_how, reply) => {
        const { app } = server.running;
        const { models } = app;
        // Most of the time has gone before it is asked.
        app.models = { ...models, enter: (userId, gone) => models.enter(userId, gone, 14_850) };
        provider.replies = [reply];
        expect((await scan()).body).toEqual({ card: null, reason: NO_ANSWER.late });
        app.models = { ...models, enter: (userId, gone) => models.enter(userId, gone, 15_000) };
        provider.asked.length = 0;
        expect((await scan()).body).toEqual({ card: null, reason: NO_ANSWER.late });
        expect(provider.asked).toHaveLength(0);
        app.models = models;
      },
    );

    it('is no longer read when the dialog was closed', async () => {
      const broken = provider.untilBrokenOff();
      const { body, type } = await bodyOf(formOf(photo));
      const request = http.request(`${server.url}/api/contacts/scan`, {
        method: 'POST',
        headers: { cookie, 'content-type': type, 'content-length': body.length },
      });
      request.on('error', () => {});
      provider.replies = [() => request.destroy()];
      request.end(body);
      await broken;
      await expect.poll(async () => (await use())?.failures).toBe(1);
    });
  },
);

describe('A photo of a paper card', () => {
  it.each(
    firstOf<[string, () => Promise<Buffer | string> | string, number]>([
      ['page.jpg', () => '<!doctype html><script>alert(1)</script>', 415],
      ['drawing.svg', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 415],
      ['nothing.png', () => '', 415],
      ['film.mp4', async () => Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex'), 415],
      ['half.jpg', async () => photo.subarray(0, 2_000), 422],
      [
        'bomb.png',
        async () =>
          sharp({ create: { width: 5_100, height: 5_000, channels: 3, background: '#fff' } })
            .toColourspace('b-w')
            .png({ compressionLevel: 1 })
            .toBuffer(),
        422,
      ],
      ['huge.jpg', async () => Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)]), 413],
    ]),
  )('that is none, or too much, goes nowhere: %s', async (name, make, code) => {
    const answer = await scan(await make(), { name });
    expect([answer.status, answer.body.message]).toEqual([code, expect.stringMatching(/^\S.*\.$/s)]);
    expect(provider.asked).toHaveLength(0);
    expect(await use()).toBeUndefined();
  });

  it('is refused if it is none of a form', async () => {
    expect((await owner('POST', '/api/contacts/scan', { file: 'x' })).status).toBe(415);
    expect((await owner('POST', '/api/contacts/scan', new FormData())).status).toBe(400);
  });

  it('is for those signed in, who are asked before it is read', async () => {
    expect((await scan(photo, { by: server.client() })).status).toBe(401);
    expect((await scan('x'.repeat(100_000), { by: server.client() })).status).toBe(401);
  });

  it('goes nowhere when the owner has switched the model off', async () => {
    await owner('PATCH', '/api/account', { usesLanguageModel: false });
    // Refused before anything is looked at.
    for (const bytes of [photo, 'no photo']) {
      const { status: code, body } = await scan(bytes);
      expect(code).toBe(409);
      expect(body.message).toBe('You’ve turned AI off. Read the card on your device.');
    }
    expect(provider.asked).toHaveLength(0);
    await owner('PATCH', '/api/account', { usesLanguageModel: true });
  });

  it('goes nowhere when they switch it off while the photo arrives', async () => {
    const { pictures } = server.running.app;
    const run = pictures.run.bind(pictures);
    const arriving = vi.spyOn(pictures, 'run').mockImplementationOnce(async (...asked) => {
      const picture = await run(...asked);
      await owner('PATCH', '/api/account', { usesLanguageModel: false });
      return picture;
    });
    expect((await scan()).status).toBe(409);
    expect(provider.asked).toHaveLength(0);
    arriving.mockRestore();
    await owner('PATCH', '/api/account', { usesLanguageModel: true });
  });

  it('is left to the device when nothing is left for today, as for suggestions', async () => {
    const { db, now } = server.running.app;
    const day = now().toISOString().slice(0, 10);
    await db
      .insert(modelUse)
      .values({ userId: ownerId, day, calls: MODEL_CALLS_PER_DAY, failures: 0, tokens: 0 });
    expect((await scan()).body).toEqual({ card: null, reason: NO_ANSWER.limit });
    expect(provider.asked).toHaveLength(0);
  });

  it('counts for administrators like suggestions', async () => {
    const { db } = server.running.app;
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, ownerId));
    await scan();
    const { body } = await owner('GET', '/api/admin/model');
    expect(body.days[0]).toMatchObject({ accounts: 1, calls: 1, failures: 0, tokens: 600 });
  });
});

/** A form as it is sent. */
async function bodyOf(form: FormData): Promise<{ body: Buffer; type: string }> {
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { body: Buffer.from(await response.arrayBuffer()), type };
}
