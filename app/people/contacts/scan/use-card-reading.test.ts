import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callOutside } from '#test/call-outside.ts';
import type { ScanPicture } from './picture.ts';
import { type CardRead, useCardReading } from './use-card-reading.ts';

vi.mock('./picture.ts', () => ({
  encodeJpeg: async () => new Blob(),
  readPixels: () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }),
}));
const sendFile = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('#app/frame/api/upload.ts', () => ({ sendFile }));

beforeEach(() => {
  vi.stubGlobal(
    'Worker',
    class {
      onmessage = (_event: { data: object }) => {};
      postMessage() {
        setTimeout(() => this.onmessage({ data: { step: 'done', text: 'Anna Berg\nanna@berg.example' } }));
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const MODEL = { name: 'tester-1', host: 'ai.example' };
const picture: ScanPicture = { image: {} as HTMLImageElement, turns: 1 };

it.each([
  ['the device', null, {}],
  ['the device after the model', MODEL, { card: null, reason: 'AI isn’t available right now.' }],
] as const)('says how the picture was turned that %s has read', async (_who, model, answer) => {
  sendFile.mockResolvedValue(answer);
  const reads: CardRead[] = [];
  const { start } = callOutside(() => useCardReading((read) => reads.push(read)));
  start(picture, ['eng'], model);
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  expect(reads[0]).toMatchObject({ turns: 1, found: { values: { email: 'anna@berg.example' } } });
});
