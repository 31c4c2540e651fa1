import { describe, expect, it, vi } from 'vitest';
import { draftOf, eventually, letEncrypt, signIn, startTabDrafts } from '#test/tab-drafts.ts';
import { tabDraftOf } from './tab-draft.ts';

const { net, open } = startTabDrafts();

describe('The draft of a tab', () => {
  it('goes on from the higher revision when another one is resumed', async () => {
    tabDraftOf('card1').remember('mine');
    net.drafts = [
      draftOf('mine', 30, { jobTitle: 'Analyst' }),
      draftOf('other', 5, { jobTitle: 'Countess' }),
    ];
    const { keeper, form, offers } = await open();
    expect(form.getValues('jobTitle')).toBe('Analyst');
    net.sent = [];
    const [other] = offers();
    if (other) keeper.takeUp(other);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(form.getValues('jobTitle')).toBe('Countess');
    // An account has ten at most, and an eleventh would end one that is not concerned.
    const [kept, ended, setAside] = net.sent;
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
    net.drafts = [{ ...draftOf('old', 5, { jobTitle: 'Analyst' }), before: { jobTitle: '' } }];
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
    net.drafts = ['one', 'two', 'three'].map((id) => draftOf(id, 5, { jobTitle: id }));
    const { keeper, offers } = await open();
    const [one, two] = net.drafts;
    if (!one || !two) throw new Error('There is no draft.');
    keeper.takeUp(one);
    keeper.drop(two);
    expect(offers().map(({ id }) => id)).toEqual(['three']);
    keeper.bringBack(two);
    expect(offers().map(({ id }) => id)).toEqual(['two', 'three']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(net.sent.at(-1)).toEqual({ what: 'PUT /api/drafts/two', revision: 5 });
  });

  it('is not said to be saved where only another one was brought back', async () => {
    net.drafts = [draftOf('other', 5, { jobTitle: 'Analyst' })];
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
    letEncrypt();
    net.drafts = [];
    const { keeper, form } = await open();
    const waiting = () => localStorage.getItem(`waiting-draft:${keeper.getId()}`);
    net.drafts = null;
    vi.stubGlobal('navigator', { onLine: false });
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    window.dispatchEvent(new Event('pagehide'));
    await eventually(() => expect(waiting()).not.toBeNull());
  });

  it('is on the device where the server is out of reach when the page is left, and stays discarded', async () => {
    letEncrypt();
    net.drafts = [];
    const { keeper, form, state } = await open();
    const waiting = () => localStorage.getItem(`waiting-draft:${keeper.getId()}`);
    vi.stubGlobal('navigator', { onLine: true });
    net.drafts = null;
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    window.dispatchEvent(new Event('pagehide'));
    await eventually(() => expect(waiting()).not.toBeNull());
    // From then on, it is tried again later.
    await eventually(() => expect(state().status).toBe('waiting'));
    net.drafts = [];
    await vi.advanceTimersByTimeAsync(10_000);
    await eventually(() => expect(waiting()).toBeNull());
    form.setValue('jobTitle', 'Analyst', { shouldDirty: true });
    net.hanging = [];
    window.dispatchEvent(new Event('pagehide'));
    await eventually(() => expect(net.hanging).toHaveLength(1));
    const [fail] = net.hanging;
    net.hanging = null;
    keeper.discard();
    await eventually(() => expect(net.sent.at(-1)?.what).toMatch(/^DELETE/));
    fail?.(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(net.sent.at(-1)?.what).toMatch(/^DELETE/);
    expect(waiting()).toBeNull();
  });

  it('is another one where what was kept before could not be read', async () => {
    tabDraftOf('card1').remember('mine');
    net.drafts = null;
    const { keeper, form } = await open();
    net.drafts = [];
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(keeper.getId()).not.toBe('mine');
    expect(net.sent.map(({ what }) => what)).toEqual([`PUT /api/drafts/${keeper.getId()}`]);
  });

  it('is another one where the one before was saved, as when the page was loaded again meanwhile', async () => {
    tabDraftOf('card1').remember('mine');
    net.drafts = [];
    const { keeper, form } = await open();
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(keeper.getId()).not.toBe('mine');
    expect(net.sent.map(({ what }) => what)).toEqual([`PUT /api/drafts/${keeper.getId()}`]);
  });

  it('is saved as the one whose answer was lost, also after a reload, until it is discarded', async () => {
    tabDraftOf('card1').remember('mine');
    net.drafts = [draftOf('mine', 3, { jobTitle: 'Analyst' })];
    const { keeper } = await open();
    await keeper.goOnAnew(true);
    keeper.stop();
    const later = tabDraftOf('card1').recall()?.id ?? '';
    net.drafts = [draftOf(later, 4, { jobTitle: 'Analyst' })];
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
    net.drafts = [draftOf('mine', 3, { jobTitle: 'Analyst' }), draftOf('other', 5, { jobTitle: 'Countess' })];
    const { keeper, offers } = await open();
    expect(keeper.getId()).toBe('sent');
    const [other] = offers();
    if (other) keeper.takeUp(other);
    expect(keeper.getId()).toBe('mine');
    const [setAside] = offers();
    if (setAside) keeper.takeUp(setAside);
    expect(keeper.getId()).toBe('sent');
  });

  it('is saved as the one whose answer was lost where its being discarded is undone', async () => {
    tabDraftOf('card1').remember('mine', 'sent');
    net.drafts = [draftOf('mine', 3, { jobTitle: 'Analyst' })];
    const { keeper } = await open();
    const bringBack = keeper.discard();
    expect(keeper.getId()).toBe('mine');
    bringBack();
    expect(keeper.getId()).toBe('sent');
  });

  it('makes room for itself first where this tab has none: an eleventh would end the oldest one', async () => {
    net.drafts = [draftOf('other', 5, { jobTitle: 'Countess' })];
    const { keeper, offers } = await open();
    const [other] = offers();
    if (other) keeper.takeUp(other);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(net.sent.map(({ what }) => what)).toEqual([
      'DELETE /api/drafts/other',
      `PUT /api/drafts/${keeper.getId()}`,
    ]);
  });

  it.each([[[]], [null]])('is a new one where what was typed after a lost answer is gone', async (found) => {
    tabDraftOf('card1').remember('mine', 'sent');
    net.drafts = found;
    const { keeper } = await open();
    expect(['mine', 'sent']).not.toContain(keeper.getId());
  });

  it('is neither sent nor gone on with once somebody else has signed in', async () => {
    signIn('ada');
    net.drafts = null;
    const adas = await open();
    adas.form.setValue('jobTitle', 'Analyst', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(1_000);
    adas.form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    net.drafts = [];
    signIn('eve');
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(net.sent).toEqual([]);
    adas.keeper.stop();
    const eves = await open();
    eves.form.setValue('jobTitle', 'Listener', { shouldDirty: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(eves.keeper.getId()).not.toBe(adas.keeper.getId());
    expect(net.sent.map(({ what }) => what)).toEqual([`PUT /api/drafts/${eves.keeper.getId()}`]);
    eves.keeper.stop();
    signIn('ada');
    net.drafts = [draftOf(adas.keeper.getId(), 1, { jobTitle: 'Analyst' })];
    expect((await open()).keeper.getId()).toBe(adas.keeper.getId());
  });
});
