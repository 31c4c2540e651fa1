import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, EXPORTS, type Gate } from '#server/infra/gate.ts';
import { sendText } from '#server/infra/http/send-export.ts';

describe('A client that reads nothing', () => {
  let gate: Gate;
  let pieces = 0;
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    gate = createGate(EXPORTS);
    pieces = 0;
  });
  afterEach(() => void vi.useRealTimers());

  async function begin(): Promise<Readable> {
    async function* write() {
      for (;;) {
        pieces += 1;
        yield 'x'.repeat(100_000);
      }
    }
    const limits = { charge: async () => {} };
    const ctx = { exports: gate, limits, user: { id: 'ada' }, requester: { header: () => undefined } };
    const { body } = await sendText(ctx as never, write, { fileName: 'x.csv' });
    return body as Readable;
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('makes the server read no more than the client has taken', async () => {
    const body = await begin();
    body.on('readable', () => {});
    for (let n = 0; n < 50; n += 1) await turn();
    expect(pieces).toBeLessThan(6);
    body.destroy();
  });

  it('loses its connection after a minute, and the next client gets its place', async () => {
    const body = await begin();
    const failed = new Promise<Error>((resolve) => body.once('error', resolve));
    body.once('data', () => body.pause());
    for (let n = 0; n < 50; n += 1) await turn();
    const refused = expect(gate.enter('ada')).rejects.toThrow(/still running/);
    await vi.advanceTimersByTimeAsync(29_000);
    body.read();
    for (let n = 0; n < 50; n += 1) await turn();
    expect(body.destroyed).toBe(false);
    const late = gate.enter('grace');
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await failed).message).toMatch(/stopped reading/);
    await refused;
    (await gate.enter('ada'))();
    (await late)();
  });

  it.each([
    ['loses its place to others who wait, if it reads slowly', 10_000, true, 0],
    ['loses it just so after a fast start', 10_000, true, 100],
    ['keeps its place while others wait, if it reads well', 1_000, false, 0],
  ])('%s', async (_, everyMs, isEnded, piecesAtOnce) => {
    gate = createGate({ ...EXPORTS, atOnce: 1 });
    const body = await begin();
    body.on('error', () => {});
    body.on('readable', () => {});
    while (pieces < piecesAtOnce) {
      body.read();
      await turn();
    }
    const read = async (ms: number) => {
      for (let waited = 0; waited < ms && !body.destroyed; waited += everyMs) {
        body.read();
        for (let n = 0; n < 20; n += 1) await turn();
        await vi.advanceTimersByTimeAsync(everyMs);
      }
    };
    await read(60_000);
    expect(body.destroyed).toBe(false);
    const other = gate.enter('grace').then(
      () => true,
      () => false,
    );
    await read(30_000);
    expect(body.destroyed).toBe(isEnded);
    expect(await other).toBe(isEnded);
    body.destroy();
  });
});
