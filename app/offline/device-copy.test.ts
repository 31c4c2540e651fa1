import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseToKeep } from './choice.ts';
import { COPY_FORMAT, type DeviceCopy, keepCopy, wipeCopy } from './device-copy.ts';

const user = {
  id: 'ada',
  username: 'ada',
  fullName: 'Ada',
  email: 'a@x.example',
  subscriptionStatus: 'trial',
};
const copy = { format: COPY_FORMAT, madeAt: 1, account: { user }, cards: [], people: [] };
const keep = () => keepCopy(copy as unknown as DeviceCopy, null);

/** The names of the databases and caches that the device keeps. */
let kept: Set<string>;
let stored: Record<string, string>;
/** Runs while the pictures are being kept. */
let meanwhile: () => Promise<void>;

const request = (result?: unknown) => {
  const opened: { result: unknown; onsuccess?: () => void } = { result };
  queueMicrotask(() => opened.onsuccess?.());
  return opened;
};
const database = {
  transaction: () => ({
    objectStore: () => ({ put: () => request() }),
    set oncomplete(done: () => void) {
      queueMicrotask(done);
    },
  }),
  close() {},
};

beforeEach(() => {
  kept = new Set();
  stored = { user: JSON.stringify(user), 'offline:ada': 'on' };
  meanwhile = async () => {};
  const open = (name: string) => kept.add(name) && request(database);
  const deleteDatabase = (name: string) => request(kept.delete(name));
  vi.stubGlobal('indexedDB', { open, deleteDatabase });
  vi.stubGlobal('caches', {
    async open(name: string) {
      await meanwhile();
      kept.add(name);
      return { keys: async () => [] };
    },
    delete: async (name: string) => kept.delete(name),
  });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => Object.assign(stored, { [name]: value }),
    removeItem: (name: string) => delete stored[name],
  });
});
afterEach(() => vi.unstubAllGlobals());

const isMarked = () => 'offline-copy:ada' in stored;

describe('A copy of an account', () => {
  it('is kept with its pictures where its owner wants it', async () => {
    await keep();
    expect([...kept]).toEqual(['goldleaf-offline-ada', 'goldleaf-pictures-ada']);
    expect(isMarked()).toBe(true);
  });

  it('is not kept if it was removed while it was being made', async () => {
    chooseToKeep(false);
    await keep();
    expect([[...kept], isMarked()]).toEqual([[], false]);
  });

  it.each([
    ['is no longer wanted', async () => void chooseToKeep(false)],
    ['was removed', async () => void (chooseToKeep(false) && (await wipeCopy('ada')))],
    ['belongs to somebody who signed out', async () => void delete stored.user],
  ])('does not stay if it %s while it is written', async (_case, remove) => {
    meanwhile = remove;
    await keep();
    expect([[...kept], isMarked()]).toEqual([[], false]);
  });
});
