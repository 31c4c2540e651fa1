import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WAITING_DRAFT } from '#app/frame/api/session.ts';
import { fetchDeviceKey, keepOnDevice, sendWaitingDrafts } from './device-drafts.ts';
import { encryptContent } from './device-encryption.ts';

const KEY = { key: 'A'.repeat(43) };
const content = { cardId: 'card1', baseVersion: 1, revision: 3, fields: { jobTitle: 'Analyst' }, before: {} };
const DAY_MS = 86_400_000;

/** The storage of the device, and the drafts that were sent, with the status of each answer. */
let stored: Record<string, string>;
let sent: string[];
let statusOf: (address: string) => number;

beforeEach(() => {
  sent = [];
  stored = {};
  const put = {
    value: (name: string, value: string) => {
      stored[name] = value;
    },
  };
  const get = { value: (name: string) => stored[name] ?? null };
  const remove = { value: (name: string) => delete stored[name] };
  const methods = { setItem: put, getItem: get, removeItem: remove };
  vi.stubGlobal('localStorage', Object.defineProperties(stored, methods));
  vi.stubGlobal('location', new URL('https://goldleaf.example/cards'));
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (address.startsWith('/api/drafts/key')) return Response.json(KEY);
    sent.push(method === 'PUT' ? address : `${method} ${address}`);
    return Response.json({}, { status: statusOf(address) });
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = async () => {
  const key = await fetchDeviceKey();
  if (!key) throw new Error('No key.');
  return key;
};

describe('A draft that waits on the device', () => {
  it('is sent to its own account, whatever screen is open', async () => {
    statusOf = (address) => (address === '/api/drafts/team?account=team1' ? 200 : 404);
    const key = await open();
    await keepOnDevice(key, { ...content, id: 'team', account: 'team1' });
    await sendWaitingDrafts(key);
    expect(sent).toEqual(['/api/drafts/team?account=team1']);
    expect(stored).toEqual({});
  });

  it('is sent to one’s own account from a screen of a team, and goes with its card', async () => {
    vi.stubGlobal('location', new URL('https://goldleaf.example/cards?account=team1'));
    statusOf = () => 404;
    const key = await open();
    await keepOnDevice(key, { ...content, id: 'own', account: null });
    await sendWaitingDrafts(key);
    expect(sent).toEqual(['/api/drafts/own']);
    expect(stored).toEqual({});
  });

  it.each([200, 404])('is discarded if it was discarded meanwhile, once (%i)', async (status) => {
    statusOf = () => status;
    const key = await open();
    await keepOnDevice(key, { id: 'mine', account: 'team1', isDiscarded: true });
    await sendWaitingDrafts(key);
    await sendWaitingDrafts(key);
    expect(sent).toEqual(['DELETE /api/drafts/mine']);
    expect(stored).toEqual({});
  });

  it('is left alone if it was discarded more than 30 days ago', async () => {
    statusOf = () => 200;
    const key = await open();
    const discard = await encryptContent(key, { account: null, isDiscarded: true });
    stored[`${WAITING_DRAFT}mine`] = `${Date.now() - 31 * DAY_MS} ${discard}`;
    await sendWaitingDrafts(key);
    expect(sent).toEqual([]);
    expect(stored).toEqual({});
  });

  it('stays if its tab has kept a later state while it was sent', async () => {
    const key = await open();
    statusOf = () => {
      stored[`${WAITING_DRAFT}mine`] = 'later';
      return 200;
    };
    await keepOnDevice(key, { ...content, id: 'mine', account: null });
    await sendWaitingDrafts(key);
    expect(sent).toEqual(['/api/drafts/mine']);
    expect(stored).toEqual({ [`${WAITING_DRAFT}mine`]: 'later' });
  });

  it('goes on waiting where its account is not known or is held, for 30 days', async () => {
    statusOf = (address) => (address.includes('held') ? 409 : 404);
    const key = await open();
    const older = await encryptContent(key, content);
    stored[`${WAITING_DRAFT}older`] = `${Date.now()} ${older}`;
    stored[`${WAITING_DRAFT}oldest`] = `${Date.now() - 31 * DAY_MS} ${older}`;
    await keepOnDevice(key, { ...content, id: 'held', account: 'held' });
    await sendWaitingDrafts(key);
    expect(sent).toHaveLength(3);
    expect(Object.keys(stored)).toEqual([`${WAITING_DRAFT}older`, `${WAITING_DRAFT}held`]);
  });
});
