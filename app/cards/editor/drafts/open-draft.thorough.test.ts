import { webcrypto } from 'node:crypto';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchDeviceKey } from '#app/offline/drafts/device-drafts.ts';
import { decryptContent } from '#app/offline/drafts/device-encryption.ts';
import type { Draft } from '#shared/cards/drafts.ts';
import { callOutside } from '#test/call-outside.ts';
import { type CardBody, type CardForm, emptyForm } from '../card-form.ts';
import type { DraftState } from './draft-state.ts';
import { openDraft } from './open-draft.ts';
import { tabDraftOf } from './tab-draft.ts';

const MOMENT = '2026-11-21T00:00:00.000Z';
const draftOf = (id: string, revision: number, fields: Draft['fields']): Draft => ({
  ...{ id, revision, fields, cardId: 'card1', baseVersion: 1, before: {} },
  ...{ createdAt: MOMENT, updatedAt: MOMENT },
});

interface Sent {
  what: string;
  revision?: number;
}

/** The drafts of the server, null if it cannot be reached, and the calls it got. */
let drafts: Draft[] | null;
let sent: Sent[];
/** Fails the calls that hang; null lets none hang. */
let hanging: ((error: Error) => void)[] | null;
let stop: () => void;

const createStorage = () => {
  const stored: Record<string, string> = {};
  return Object.defineProperties(stored, {
    getItem: { value: (name: string) => stored[name] ?? null },
    setItem: { value: (name: string, value: string) => Object.assign(stored, { [name]: value }) },
    removeItem: { value: (name: string) => delete stored[name] },
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  hanging = null;
  const { crypto } = globalThis;
  // Without encryption, nothing is kept on the device.
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', new URL('https://goldleaf.example/edit-card/card1'));
  vi.stubGlobal('sessionStorage', createStorage());
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (!drafts) throw new TypeError('Failed to fetch');
    if (address.endsWith('/key')) return Response.json({ key: 'A'.repeat(43) });
    if (method === 'GET') return Response.json(drafts);
    const { revision } = body ? JSON.parse(String(body)) : {};
    sent.push({ what: `${method} ${address}`, ...(revision && { revision }) });
    if (hanging) return new Promise((_resolve, reject) => hanging?.push(reject));
    return Response.json({});
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const signIn = (id: string) => {
  const user = { id, username: id, fullName: id, email: `${id}@x.example`, subscriptionStatus: 'trial' };
  localStorage.setItem('user', JSON.stringify(user));
};

async function open(card: Partial<CardForm> = {}, version = 1) {
  const start = emptyForm({ fullName: 'Ada Lovelace', ...card });
  const form = callOutside(() => useForm<CardForm, unknown, CardBody>({ defaultValues: start }));
  let state: Partial<DraftState> = {};
  const tell = (change: Partial<DraftState>) => {
    state = { ...state, ...change };
  };
  const stored = { form: start, version };
  const origin = { current: stored };
  const keeper = await openDraft({ form, cardId: 'card1', origin, stored: { current: stored } }, tell);
  stop = keeper.stop;
  await vi.advanceTimersByTimeAsync(1_000);
  return { keeper, form, origin, state: () => state, offers: () => state.offers ?? [] };
}

describe('The draft of a tab', () => {
  it('goes on from the higher revision when another one is resumed', async () => {
    tabDraftOf('card1').remember('mine');
    drafts = [draftOf('mine', 30, { jobTitle: 'Analyst' }), draftOf('other', 5, { jobTitle: 'Countess' })];
    const { keeper, form, offers } = await open();
    expect(form.getValues('jobTitle')).toBe('Analyst');
    sent = [];
    const [other] = offers();
    if (other) keeper.takeUp(other);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(form.getValues('jobTitle')).toBe('Countess');
    // An account has ten at most, and an eleventh would end one that is not concerned.
    const [kept, ended, setAside] = sent;
    expect(kept?.what).toBe('PUT /api/drafts/mine');
    expect(kept?.revision).toBeGreaterThan(30);
    expect(ended).toEqual({ what: 'DELETE /api/drafts/other' });
    const [mine] = offers();
    expect(setAside?.what).toBe(`PUT /api/drafts/${mine?.id}`);
    if (mine) keeper.takeUp(mine);
    expect(form.getValues('jobTitle')).toBe('Analyst');
    expect(offers()).toMatchObject([{ fields: { jobTitle: 'Countess' }, isSetAside: true }]);
  });

  it('counts from the stored card, whichever one was resumed before', async () => {
    drafts = [{ ...draftOf('old', 5, { jobTitle: 'Analyst' }), before: { jobTitle: '' } }];
    const { keeper, form, origin, state, offers } = await open({ jobTitle: 'Countess' }, 2);
    form.setValue('company', 'Engines', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(1_000);
    const [old] = offers();
    if (old) keeper.takeUp(old);
    expect(state().isStale).toBe(true);
    expect(origin.current).toMatchObject({ version: 1, form: { jobTitle: '', company: '' } });
    const [mine] = offers();
    if (mine) keeper.takeUp(mine);
    expect(form.getValues()).toMatchObject({ jobTitle: 'Countess', company: 'Engines' });
    expect(origin.current).toMatchObject({ version: 2, form: { jobTitle: 'Countess', company: '' } });
    expect(state().isStale).toBe(false);
  });

  it('leaves the others on offer, and brings back one that was dropped', async () => {
    drafts = ['one', 'two', 'three'].map((id) => draftOf(id, 5, { jobTitle: id }));
    const { keeper, offers } = await open();
    const [one, two] = drafts;
    if (!one || !two) throw new Error('There is no draft.');
    keeper.takeUp(one);
    keeper.drop(two);
    expect(offers().map(({ id }) => id)).toEqual(['three']);
    keeper.bringBack(two);
    expect(offers().map(({ id }) => id)).toEqual(['two', 'three']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.at(-1)).toEqual({ what: 'PUT /api/drafts/two', revision: 5 });
  });

  it('is not said to be saved where only another one was brought back', async () => {
    drafts = [draftOf('other', 5, { jobTitle: 'Analyst' })];
    const { keeper, form, state, offers } = await open();
    const [other] = offers();
    if (other) keeper.drop(other);
    if (other) keeper.bringBack(other);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state().status).toBe('none');
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state().status).toBe('saved');
    if (other) keeper.drop(other);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state().status).toBe('saved');
  });

  it('is on the device in its last state when the page is left without a network', async () => {
    vi.stubGlobal('crypto', webcrypto);
    drafts = [];
    const { keeper, form } = await open();
    const waiting = () => localStorage.getItem(`waiting-draft:${keeper.getId()}`);
    drafts = null;
    vi.stubGlobal('navigator', { onLine: false });
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(waiting()).not.toBeNull());
  });

  it('is on the device where the server is out of reach when the page is left, and stays discarded', async () => {
    vi.stubGlobal('crypto', webcrypto);
    drafts = [];
    const { keeper, form } = await open();
    const waiting = () => localStorage.getItem(`waiting-draft:${keeper.getId()}`);
    vi.stubGlobal('navigator', { onLine: true });
    drafts = null;
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(waiting()).not.toBeNull());
    drafts = [];
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect(waiting()).toBeNull());
    form.setValue('jobTitle', 'Analyst', { shouldDirty: true });
    hanging = [];
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(hanging).toHaveLength(1));
    const [fail] = hanging;
    hanging = null;
    keeper.discard();
    await vi.waitFor(() => expect(sent.at(-1)?.what).toMatch(/^DELETE/));
    fail?.(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent.at(-1)?.what).toMatch(/^DELETE/);
    expect(waiting()).toBeNull();
  });

  it('is another one where what was kept before could not be read', async () => {
    tabDraftOf('card1').remember('mine');
    drafts = null;
    const { keeper, form } = await open();
    drafts = [];
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(keeper.getId()).not.toBe('mine');
    expect(sent.map(({ what }) => what)).toEqual([`PUT /api/drafts/${keeper.getId()}`]);
  });

  it('is another one where the one before was saved, as when the page was loaded again meanwhile', async () => {
    tabDraftOf('card1').remember('mine');
    drafts = [];
    const { keeper, form } = await open();
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(keeper.getId()).not.toBe('mine');
    expect(sent.map(({ what }) => what)).toEqual([`PUT /api/drafts/${keeper.getId()}`]);
  });

  it('is saved as the one whose answer was lost, also after a reload, until it is discarded', async () => {
    tabDraftOf('card1').remember('mine');
    drafts = [draftOf('mine', 3, { jobTitle: 'Analyst' })];
    const { keeper } = await open();
    await keeper.goOnAnew(true);
    keeper.stop();
    const later = tabDraftOf('card1').recall()?.id ?? '';
    drafts = [draftOf(later, 4, { jobTitle: 'Analyst' })];
    const reloaded = await open();
    expect(reloaded.form.getValues('jobTitle')).toBe('Analyst');
    expect(reloaded.keeper.getId()).toBe('mine');
    reloaded.keeper.discard();
    expect(reloaded.keeper.getId()).toBe(later);
    reloaded.form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tabDraftOf('card1').recall()).toEqual({ id: later, sentId: null });
  });

  it('is saved as itself where another one was resumed after an answer was lost', async () => {
    tabDraftOf('card1').remember('mine', 'sent');
    drafts = [draftOf('mine', 3, { jobTitle: 'Analyst' }), draftOf('other', 5, { jobTitle: 'Countess' })];
    const { keeper, offers } = await open();
    expect(keeper.getId()).toBe('sent');
    const [other] = offers();
    if (other) keeper.takeUp(other);
    expect(keeper.getId()).toBe('mine');
  });

  it.each([[[]], [null]])('is a new one where what was typed after a lost answer is gone', async (found) => {
    tabDraftOf('card1').remember('mine', 'sent');
    drafts = found;
    const { keeper } = await open();
    expect(['mine', 'sent']).not.toContain(keeper.getId());
  });

  it('is neither sent nor gone on with once somebody else has signed in', async () => {
    signIn('ada');
    drafts = null;
    const adas = await open();
    adas.form.setValue('jobTitle', 'Analyst', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(1_000);
    adas.form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    drafts = [];
    signIn('eve');
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    adas.keeper.stop();
    const eves = await open();
    eves.form.setValue('jobTitle', 'Listener', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(eves.keeper.getId()).not.toBe(adas.keeper.getId());
    expect(sent.map(({ what }) => what)).toEqual([`PUT /api/drafts/${eves.keeper.getId()}`]);
    eves.keeper.stop();
    signIn('ada');
    drafts = [draftOf(adas.keeper.getId(), 1, { jobTitle: 'Analyst' })];
    expect((await open()).keeper.getId()).toBe(adas.keeper.getId());
  });

  it('that was discarded without a network is not back once the tab was closed', async () => {
    vi.stubGlobal('crypto', webcrypto);
    drafts = [];
    const { keeper, form } = await open();
    const waiting = () => localStorage.getItem(`waiting-draft:${keeper.getId()}`);
    drafts = null;
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.waitFor(() => expect(waiting()).not.toBeNull());
    const kept = waiting();
    keeper.discard();
    await vi.waitFor(() => expect(waiting()).not.toBe(kept));
    expect(waiting()).not.toBeNull();
    keeper.stop();
    drafts = [];
    sent = [];
    await open();
    await vi.waitFor(() => expect(sent).toEqual([{ what: `DELETE /api/drafts/${keeper.getId()}` }]));
    expect(waiting()).toBeNull();
  });

  /** A change whose sending hangs, and so waits on the device. */
  async function openHanging() {
    vi.stubGlobal('crypto', webcrypto);
    drafts = [];
    const { keeper, form } = await open();
    const waiting = () => localStorage.getItem(`waiting-draft:${keeper.getId()}`);
    hanging = [];
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.waitFor(() => expect(waiting()).not.toBeNull());
    return { keeper, waiting };
  }

  it('is on the device while it is sent, and discarded there at once', async () => {
    const { keeper, waiting } = await openHanging();
    const kept = waiting();
    keeper.discard();
    await vi.waitFor(() => expect(waiting()).not.toBe(kept));
    const isDiscarded = async () => {
      const key = await fetchDeviceKey();
      const [, iv, secret] = waiting()?.split(' ') ?? [];
      return key && (await decryptContent<{ isDiscarded?: true }>(key, `${iv} ${secret}`))?.isDiscarded;
    };
    expect(await isDiscarded()).toBe(true);
    const mark = waiting();
    hanging?.pop()?.(new TypeError('Failed to fetch'));
    await vi.waitFor(() => expect(waiting()).not.toBe(mark));
    expect(await isDiscarded()).toBe(true);
    hanging = null;
    sent = [];
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect(waiting()).toBeNull());
    expect(sent).toEqual([{ what: `DELETE /api/drafts/${keeper.getId()}` }]);
  });

  it('is not put back on the device when it was saved while it was sent', async () => {
    const { keeper, waiting } = await openHanging();
    keeper.end(true);
    expect(waiting()).toBeNull();
    sent = [];
    hanging?.pop()?.(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(waiting()).toBeNull();
    expect(sent).toEqual([]);
  });

  it('that was dropped is noted on the device while another one hangs', async () => {
    vi.stubGlobal('crypto', webcrypto);
    drafts = [draftOf('other', 5, { jobTitle: 'Analyst' })];
    const { keeper, form, offers } = await open();
    await vi.waitFor(() => expect(offers()).toHaveLength(1));
    hanging = [];
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.waitFor(() => expect(hanging).toHaveLength(1));
    const [other] = offers();
    if (other) keeper.drop(other);
    await vi.waitFor(() => expect(localStorage.getItem('waiting-draft:other')).not.toBeNull());
    expect(sent.map(({ what }) => what)).toEqual([`PUT /api/drafts/${keeper.getId()}`]);
  });

  it('is discarded once the server is there again', async () => {
    tabDraftOf('card1').remember('mine');
    drafts = [draftOf('mine', 3, { jobTitle: 'Analyst' })];
    const { keeper } = await open();
    const kept = drafts;
    drafts = null;
    sent = [];
    keeper.discard();
    await vi.advanceTimersByTimeAsync(1_000);
    drafts = kept;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([{ what: 'DELETE /api/drafts/mine' }]);
  });
});
