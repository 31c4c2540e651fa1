import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTarWriter } from './tar-writer.ts';

const MINUTES = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Takes the next bytes when `take` is called. */
function startReader() {
  const waiting: (() => void)[] = [];
  const out = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void waiting.push(done),
  });
  return { out, waiting, take: () => waiting.shift()?.() };
}

const stateOf = (work: Promise<unknown>) => {
  const state = { ended: '' };
  work.then(
    () => Object.assign(state, { ended: 'written' }),
    (error: Error) => Object.assign(state, { ended: error.message }),
  );
  return state;
};

const GIVEN_UP = 'Nobody read the backup’s output for 30 minutes, so it was abandoned, and nothing was kept.';

it('A backup whose output nobody reads for half an hour is abandoned', async () => {
  const { out, waiting } = startReader();
  const state = stateOf(createTarWriter(out).add('about.json', Buffer.alloc(1_000_000)));
  await vi.waitFor(() => expect(waiting).not.toEqual([]));
  await vi.advanceTimersByTimeAsync(29 * MINUTES);
  expect(state.ended).toBe('');
  await vi.advanceTimersByTimeAsync(1 * MINUTES);
  await vi.waitFor(() => expect(state.ended).toBe(GIVEN_UP));
});

it('One whose last bytes nobody reads is abandoned as well', async () => {
  const { out, waiting } = startReader();
  const tar = createTarWriter(out);
  await tar.add('about.json', 'x');
  const state = stateOf(tar.end());
  await vi.waitFor(() => expect(waiting).not.toEqual([]));
  await vi.advanceTimersByTimeAsync(30 * MINUTES);
  await vi.waitFor(() => expect(state.ended).toBe(GIVEN_UP));
});

it('One that is read slowly, but all the time, is written to its end', async () => {
  // It never rests, as on a machine that is fast enough.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-slow-'));
  onTestFinished(() => {
    vi.restoreAllMocks();
    fs.rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'video.mp4');
  fs.writeFileSync(file, Buffer.alloc(1_500_000));
  const { out, waiting, take } = startReader();
  const tar = createTarWriter(out);
  const handle = await fs.promises.open(file);
  const state = stateOf(tar.addFile('files/media/video.mp4', handle).then(() => tar.end()));
  await vi.waitFor(() => expect(waiting).not.toEqual([]));
  while (state.ended === '') {
    await vi.advanceTimersByTimeAsync(20 * MINUTES);
    take();
    await vi.waitFor(() => expect(state.ended !== '' || waiting.length > 0).toBe(true));
  }
  expect(state.ended).toBe('written');
  await handle.close();
});
