import { describe, expect, it, vi } from 'vitest';
import { fetchDeviceKey } from '#app/offline/drafts/device-drafts.ts';
import { decryptContent } from '#app/offline/drafts/device-encryption.ts';
import { draftOf, eventually, letEncrypt, startTabDrafts } from '#test/tab-drafts.ts';
import { tabDraftOf } from './tab-draft.ts';

const { net, open } = startTabDrafts();

describe('The draft of a tab', () => {
  it('that was discarded without a network is not back once the tab was closed', async () => {
    const settle = letEncrypt();
    net.drafts = [];
    const { keeper, form } = await open();
    const waiting = () => localStorage.getItem(`waiting-draft:${keeper.getId()}`);
    net.drafts = null;
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await eventually(() => expect(waiting()).not.toBeNull());
    // Each state is written twice: before it is sent, and once the server was not reached.
    await settle();
    const kept = waiting();
    keeper.discard();
    await eventually(() => expect(waiting()).not.toBe(kept));
    await settle();
    expect(waiting()).not.toBeNull();
    keeper.stop();
    net.drafts = [];
    net.sent = [];
    await open();
    await eventually(() => expect(net.sent).toEqual([{ what: `DELETE /api/drafts/${keeper.getId()}` }]));
    expect(waiting()).toBeNull();
  });

  /** A change whose sending hangs, and so waits on the device. */
  async function openHanging() {
    letEncrypt();
    net.drafts = [];
    const { keeper, form } = await open();
    const waiting = () => localStorage.getItem(`waiting-draft:${keeper.getId()}`);
    net.hanging = [];
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await eventually(() => expect(waiting()).not.toBeNull());
    return { keeper, waiting };
  }

  it('is on the device while it is sent, and discarded there at once', async () => {
    const { keeper, waiting } = await openHanging();
    const kept = waiting();
    keeper.discard();
    await eventually(() => expect(waiting()).not.toBe(kept));
    const isDiscarded = async () => {
      const key = await fetchDeviceKey();
      const [, iv, secret] = waiting()?.split(' ') ?? [];
      return key && (await decryptContent<{ isDiscarded?: true }>(key, `${iv} ${secret}`))?.isDiscarded;
    };
    expect(await isDiscarded()).toBe(true);
    const mark = waiting();
    net.hanging?.pop()?.(new TypeError('Failed to fetch'));
    await eventually(() => expect(waiting()).not.toBe(mark));
    expect(await isDiscarded()).toBe(true);
    net.hanging = null;
    net.sent = [];
    await vi.advanceTimersByTimeAsync(10_000);
    await eventually(() => expect(waiting()).toBeNull());
    expect(net.sent).toEqual([{ what: `DELETE /api/drafts/${keeper.getId()}` }]);
  });

  it('is not put back on the device when it was saved while it was sent', async () => {
    const { keeper, waiting } = await openHanging();
    keeper.end(true);
    expect(waiting()).toBeNull();
    net.sent = [];
    net.hanging?.pop()?.(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(waiting()).toBeNull();
    expect(net.sent).toEqual([]);
  });

  it('that was dropped is noted on the device while another one hangs', async () => {
    letEncrypt();
    net.drafts = [draftOf('other', 5, { jobTitle: 'Analyst' })];
    const { keeper, form, offers } = await open();
    await eventually(() => expect(offers()).toHaveLength(1));
    net.hanging = [];
    form.setValue('jobTitle', 'Countess', { shouldDirty: true });
    await eventually(() => expect(net.hanging).toHaveLength(1));
    const [other] = offers();
    if (other) keeper.drop(other);
    await eventually(() => expect(localStorage.getItem('waiting-draft:other')).not.toBeNull());
    expect(net.sent.map(({ what }) => what)).toEqual([`PUT /api/drafts/${keeper.getId()}`]);
  });

  it('is discarded once the server is there again', async () => {
    tabDraftOf('card1').remember('mine');
    net.drafts = [draftOf('mine', 3, { jobTitle: 'Analyst' })];
    const { keeper } = await open();
    const kept = net.drafts;
    net.drafts = null;
    net.sent = [];
    keeper.discard();
    await vi.advanceTimersByTimeAsync(1_000);
    net.drafts = kept;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(net.sent).toEqual([{ what: 'DELETE /api/drafts/mine' }]);
  });
});
