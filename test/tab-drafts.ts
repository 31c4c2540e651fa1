import { webcrypto } from 'node:crypto';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type CardBody, type CardForm, emptyForm } from '#app/cards/editor/card-form.ts';
import type { DraftState } from '#app/cards/editor/drafts/draft-state.ts';
import { openDraft } from '#app/cards/editor/drafts/open-draft.ts';
import type { Draft } from '#shared/cards/drafts.ts';
import { callOutside } from '#test/call-outside.ts';

/** The editor's drafts in a tab of a browser that is not there, before a server that says what a test wants. */

const MOMENT = '2026-11-21T00:00:00.000Z';
export const draftOf = (id: string, revision: number, fields: Draft['fields']): Draft => ({
  ...{ id, revision, fields, cardId: 'card1', baseVersion: 1, before: {} },
  ...{ createdAt: MOMENT, updatedAt: MOMENT },
});

interface Sent {
  what: string;
  revision?: number;
}

/** The drafts of the server, null if it cannot be reached, the calls it got, and those that hang; null lets none hang. */
interface Net {
  drafts: Draft[] | null;
  sent: Sent[];
  hanging: ((error: Error) => void)[] | null;
}

const createStorage = () => {
  const stored: Record<string, string> = {};
  return Object.defineProperties(stored, {
    getItem: { value: (name: string) => stored[name] ?? null },
    setItem: { value: (name: string, value: string) => Object.assign(stored, { [name]: value }) },
    removeItem: { value: (name: string) => delete stored[name] },
  });
};

export const signIn = (id: string) => {
  const user = { id, username: id, fullName: id, email: `${id}@x.example`, subscriptionStatus: 'trial' };
  localStorage.setItem('user', JSON.stringify(user));
};

/** The clock of a test stands still otherwise, and encryption takes what time a busy machine has for it. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });

/** From now on, the browser encrypts, so drafts are kept on the device; returns how to wait until none is being written. */
export function letEncrypt(): () => Promise<unknown> {
  vi.stubGlobal('crypto', webcrypto);
  const { mock } = vi.spyOn(webcrypto.subtle, 'encrypt');
  const isUnderWay = () => mock.settledResults.some(({ type }) => type === 'incomplete');
  return () => eventually(() => expect(isUnderWay()).toBe(false));
}

/** Stubs a browser for each test of the file. `open` opens the draft of a card. */
export function startTabDrafts() {
  const net: Net = { drafts: null, sent: [], hanging: null };
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    net.sent = [];
    net.hanging = null;
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
      if (!net.drafts) throw new TypeError('Failed to fetch');
      if (address.endsWith('/key')) return Response.json({ key: 'A'.repeat(43) });
      if (method === 'GET') return Response.json(net.drafts);
      const { revision } = body ? JSON.parse(String(body)) : {};
      net.sent.push({ what: `${method} ${address}`, ...(revision && { revision }) });
      if (net.hanging) return new Promise((_resolve, reject) => net.hanging?.push(reject));
      return Response.json({});
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

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

  return { net, open };
}
