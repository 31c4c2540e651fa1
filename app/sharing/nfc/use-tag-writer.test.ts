import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { tagLink } from '#shared/sharing/nfc.ts';
import { callOutside } from '#test/call-outside.ts';
import { useTagWriter } from './use-tag-writer.ts';

const { writeTag, lockTag } = vi.hoisted(() => ({
  writeTag: vi.fn(async () => {}),
  lockTag: vi.fn(async () => {}),
}));
vi.mock('./web-nfc.ts', () => ({
  writeTag,
  lockTag,
  readTag: async () => tagLink('https://goldleaf.example', '/card/work', 3),
  explainNfcError: () => 'The tag was removed too early.',
}));
/** The calls that were made. */
let sent: unknown[];
let isAway: boolean;

beforeEach(() => {
  sent = [];
  isAway = false;
  const location = new URL('https://goldleaf.example/share-card/work');
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location });
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    sent.push([method, address, JSON.parse(String(body))]);
    if (isAway) throw new TypeError('Failed to fetch');
    return Response.json({ number: 3 });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const TAGS = '/api/nfc/work/tags';
const fail = () => writeTag.mockRejectedValueOnce(new DOMException('Removed', 'NetworkError'));
const open = (tag: { number?: number } = {}) =>
  callOutside(() => useTagWriter({ cardId: 'work', mainPath: '/card/work', isToLock: false, ...tag }));

it('gives the tag whose writing failed the name that is typed by then', async () => {
  const writer = open();
  fail();
  await writer.begin('Door');
  fail();
  await writer.begin('Door');
  await writer.begin('Desk');
  expect(sent).toEqual([
    ['POST', TAGS, { name: 'Door' }],
    ['PATCH', `${TAGS}/3`, { name: 'Desk' }],
    ['PATCH', `${TAGS}/3`, { isWritten: true }],
  ]);
});

it('names no tag that was listed before', async () => {
  await open({ number: 3 }).begin('Door');
  expect(sent).toEqual([['PATCH', `${TAGS}/3`, { isWritten: true }]]);
});

it('locks a tag once, and saves that again where it could not be saved', async () => {
  const writer = open({ number: 3 });
  isAway = true;
  await writer.lock();
  isAway = false;
  await writer.lock();
  expect(lockTag).toHaveBeenCalledTimes(1);
  expect(sent).toEqual(Array(2).fill(['PATCH', `${TAGS}/3`, { isLocked: true }]));
});
