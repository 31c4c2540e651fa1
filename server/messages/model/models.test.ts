import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ai } from '#server/config/ai-settings.ts';
import { askModel } from '#server/messages/model/ask-model.ts';
import type { Budget } from '#server/messages/model/budget.ts';
import { type LanguageModel, openLanguageModel } from '#server/messages/model/language-model.ts';
import { createModels, NO_ANSWER } from '#server/messages/model/models.ts';
import { z } from '#shared/contract/zod.ts';
import {
  inProtocol,
  type ModelProvider,
  type Reply,
  sendJson,
  startModelProvider,
} from '#test/model-provider.ts';

const schema = z.object({ word: z.string() });
const GOOD = JSON.stringify({ word: 'yes' });

let provider: ModelProvider;
const models: Partial<Record<'openai' | 'anthropic', LanguageModel>> = {};

beforeAll(async () => {
  provider = await startModelProvider();
  for (const name of ['openai', 'anthropic'] as const) {
    const settings = ai.read({
      AI_PROVIDER: name,
      AI_API_KEY: 'sk-secret',
      AI_BASE_URL: name === 'openai' ? `${provider.url}/v1` : provider.url,
      AI_MODEL: 'tester-1',
    });
    if (settings) models[name] = await openLanguageModel(settings);
  }
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.asked.length = 0;
});

/** Keeps what was counted in memory. */
function countingBudget(callsMax = 100) {
  const settled: { tokens: number | undefined; isUseful: boolean }[] = [];
  let calls = 0;
  const budget: Budget = {
    async reserve() {
      calls += 1;
      return calls > callsMax ? null : async (used) => void settled.push(used);
    },
  };
  return { budget, settled };
}

function ask(
  name: 'openai' | 'anthropic',
  replies: Reply[],
  {
    times = { totalMs: 2_000, retryMs: 1 },
    callsMax = 100,
    signal = new AbortController().signal,
    image = false,
  } = {},
) {
  provider.replies = replies;
  const { budget, settled } = countingBudget(callsMax);
  const own = createModels(models[name] ?? null, budget, times);
  const picture = image ? { image: { bytes: Buffer.from('89504e47', 'hex'), type: 'image/png' } } : {};
  const question = { system: 'Rules', prompt: '{"a":1}', schema, signal, ...picture };
  return { own, settled, answer: askModel({ models: own, user: { id: 'ada' } }, question) };
}

const status =
  (code: number, headers = {}): Reply =>
  (response) =>
    sendJson(response, code, { error: { message: 'No', type: 'error' }, type: 'error' }, headers);
const silence: Reply = () => {};

describe.each(['openai', 'anthropic'] as const)('A language model that speaks as %s', (name) => {
  it('is asked in its protocol, with its key, for the schema', async () => {
    const { answer, settled } = ask(name, [GOOD]);
    expect(await answer).toEqual({ word: 'yes' });
    const [asked] = provider.asked;
    expect(asked?.body).toMatchObject({ model: 'tester-1' });
    if (name === 'openai') {
      expect(asked?.path).toBe('/v1/chat/completions');
      expect(asked?.headers.authorization).toBe('Bearer sk-secret');
      expect(asked?.body.response_format).toMatchObject({
        type: 'json_schema',
        json_schema: { schema: { required: ['word'] } },
      });
    } else {
      expect(asked?.path).toBe('/v1/messages');
      expect(asked?.headers).toMatchObject({ 'x-api-key': 'sk-secret', 'anthropic-version': '2023-06-01' });
    }
    expect(settled).toEqual([{ tokens: 600, isUseful: true }]);
  });

  it('is shown an image', async () => {
    expect(await ask(name, [GOOD], { image: true }).answer).toEqual({ word: 'yes' });
    expect(JSON.stringify(provider.asked[0]?.body.messages)).toContain('iVBORw'.slice(0, 4));
  });

  it.each<[string, Reply[], number]>([
    ['thinks aloud first', [`<think>\nAda [London], {a note}\n</think>\n${GOOD}`], 1],
    ['fences its answer', [`Here you are:\n\`\`\`json\n${GOOD}\n\`\`\``], 1],
    ['is busy at first', [status(429, { 'retry-after': '0' }), GOOD], 2],
    ['fails at first', [status(500), status(529), GOOD], 3],
    ['drops the first connection', [(response) => void response.destroy(), GOOD], 2],
    ['answers another schema at first', ['{"words": []}', GOOD], 2],
  ])('answers although it %s', async (_how, replies, requests) => {
    // A forced tool's input is always JSON.
    const own =
      name === 'anthropic'
        ? replies.map((one) => (one === replies[0] && requests === 1 ? GOOD : one))
        : replies;
    expect(await ask(name, own).answer).toEqual({ word: 'yes' });
    expect(provider.asked).toHaveLength(requests);
  });

  it.each<[string, Reply, string]>([
    ['never answers', silence, NO_ANSWER.late],
    ['sends its answer drop by drop', (response) => void response.write('{"choi'), NO_ANSWER.late],
    ['asks for more patience than there is', status(429, { 'retry-after': '60' }), NO_ANSWER.away],
    ['keeps failing', status(500), NO_ANSWER.away],
    ['refuses the key', status(401), NO_ANSWER.refused],
    ['knows no such model', status(404), NO_ANSWER.refused],
    ['leads elsewhere', status(302, { location: 'http://127.0.0.1:1/' }), NO_ANSWER.refused],
    ['answers what is no JSON', (response) => void response.end('<html>'), NO_ANSWER.refused],
    ['answers another protocol', (response) => sendJson(response, 200, { hello: 1 }), NO_ANSWER.refused],
    ['answers another schema twice', '{"words": []}', NO_ANSWER.unusable],
    [
      'answers without end',
      (response) => {
        const more = () => {
          while (response.write('x'.repeat(64 * 1024)));
        };
        response.on('drain', more);
        more();
      },
      NO_ANSWER.refused,
    ],
  ])('is given up when it %s', async (_how, reply, why) => {
    const totalMs = why === NO_ANSWER.late ? 300 : 10_000;
    const { answer } = ask(name, [reply], { times: { totalMs, retryMs: 1 } });
    await expect(answer).rejects.toThrow(why);
  });

  it('hears at once that nobody waits any more', async () => {
    const leaving = new AbortController();
    const broken = provider.untilBrokenOff();
    const { answer, settled } = ask(name, [() => leaving.abort(new Error('gone'))], {
      signal: leaving.signal,
    });
    await expect(answer).rejects.toThrow('gone');
    await broken;
    expect(settled).toEqual([{ tokens: undefined, isUseful: false }]);
  });
});

describe('A compatible endpoint that does not know schemas', () => {
  const refuseFormat: Reply = (response, { body }) =>
    body.response_format
      ? sendJson(response, 400, {
          error: { message: `response_format ${body.response_format.type} is unknown` },
        })
      : sendJson(response, 200, {
          choices: [{ message: { role: 'assistant', content: GOOD }, finish_reason: 'stop' }],
        });

  it('is asked in JSON mode, then in words, and from then on in words', async () => {
    expect(await ask('openai', [refuseFormat]).answer).toEqual({ word: 'yes' });
    expect(provider.asked.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
    ]);
    const { answer, settled } = ask('openai', [refuseFormat]);
    expect(await answer).toEqual({ word: 'yes' });
    expect(provider.asked).toHaveLength(4);
    // It does not count tokens: ours is a guess.
    expect(settled[0]?.tokens).toBeGreaterThan(0);
  });
});

describe('An endpoint of the Messages API that does not know schemas', () => {
  it('is asked in words', async () => {
    const { answer } = ask('anthropic', [
      (response, asked) =>
        asked.body.output_config || asked.body.tools
          ? sendJson(response, 400, {
              type: 'error',
              error: { type: 'invalid_request_error', message: 'Unknown field' },
            })
          : sendJson(response, 200, inProtocol(asked, GOOD)),
    ]);
    expect(await answer).toEqual({ word: 'yes' });
  });
});

describe('The address of a server alone', () => {
  it.each(['openai', 'anthropic'])('finds the API that speaks as %s under its version', async (name) => {
    const settings = ai.read({
      AI_PROVIDER: name,
      AI_API_KEY: 'sk-secret',
      AI_BASE_URL: `${provider.url}${name === 'openai' ? '/' : '/gateway/'}`,
      AI_MODEL: 'tester-1',
    });
    if (!settings) throw new Error('There are no settings.');
    const model = await openLanguageModel(settings);
    provider.replies = [
      (response, asked) =>
        asked.path.includes('/v1/')
          ? sendJson(response, 200, inProtocol(asked, GOOD))
          : sendJson(response, 404, { error: { message: 'Unknown path' } }),
    ];
    const ask = () =>
      model.complete({
        system: '',
        prompt: 'Hello',
        jsonSchema: { type: 'object' },
        maxOutputTokens: 100,
        signal: AbortSignal.timeout(10_000),
      });
    expect([(await ask()).text, (await ask()).text]).toEqual([GOOD, GOOD]);
    expect(provider.asked.filter(({ path }) => !path.includes('/v1/'))).toHaveLength(1);
  });
});

describe('The way to the model', () => {
  it('is closed when nothing is left for today', async () => {
    await expect(ask('openai', [GOOD], { callsMax: 0 }).answer).rejects.toThrow(NO_ANSWER.limit);
    expect(provider.asked).toHaveLength(0);
  });

  it('takes one call of an account at a time, and a few of all', async () => {
    provider.replies = [silence];
    const { budget } = countingBudget();
    const own = createModels(models.openai ?? null, budget, { totalMs: 5_000, retryMs: 1 });
    const { signal } = new AbortController();
    const first = await own.enter('ada', signal);
    const second = own.enter('ada', signal);
    const others = await Promise.all(['bo', 'cy', 'di'].map((user) => own.enter(user, signal)));
    const fifth = own.enter('ed', signal);
    others[0]?.leave();
    (await fifth).leave();
    first.leave();
    (await second).leave();
    for (const turn of others) turn.leave();
    own.close();
    await expect(own.enter('ada', signal)).rejects.toThrow(NO_ANSWER.closing);
  });

  it('has three places for an account, so that nobody fills the line for all', async () => {
    const { budget } = countingBudget();
    const own = createModels(models.openai ?? null, budget, { totalMs: 5_000, retryMs: 1 });
    const { signal } = new AbortController();
    const first = await own.enter('ada', signal);
    const leaving = new AbortController();
    const second = own.enter('ada', leaving.signal);
    const third = own.enter('ada', signal);
    await expect(own.enter('ada', signal)).rejects.toThrow(NO_ANSWER.share);
    (await own.enter('bo', signal)).leave();
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    const fourth = own.enter('ada', signal);
    for (const turn of [first, third, fourth]) (await turn).leave();
    (await own.enter('ada', signal)).leave();
  });

  it('is left by whoever stops waiting', async () => {
    const { budget } = countingBudget();
    const own = createModels(models.openai ?? null, budget, { totalMs: 5_000, retryMs: 1 });
    const { signal } = new AbortController();
    const first = await own.enter('ada', signal);
    const leaving = new AbortController();
    const second = own.enter('ada', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    first.leave();
    (await own.enter('ada', signal)).leave();
  });
});
