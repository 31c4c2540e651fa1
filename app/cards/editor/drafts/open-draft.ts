import { accountFor } from '#app/frame/api/account-here.ts';
import { call } from '#app/frame/api/call.ts';
import { fetchDeviceKey, sendWaitingDrafts } from '#app/offline/drafts/device-drafts.ts';
import { createShelf } from '#app/offline/drafts/device-shelf.ts';
import { newDraftId } from '#app/offline/drafts/draft-id.ts';
import { noteDraftLost } from '#app/offline/drafts/lost-draft.ts';
import type { Draft, DraftContent } from '#shared/cards/drafts.ts';
import { findChanges, hasChanges, withFields } from './changes.ts';
import { claimDraft } from './claim-draft.ts';
import { createSender } from './draft-sender.ts';
import type { DraftKeeper, DraftOffer, DraftOptions, DraftState, TellState } from './draft-state.ts';
import { createOffers } from './offers.ts';
import { tabDraftOf } from './tab-draft.ts';

/** How long typing must pause before it is kept. */
const QUIET_MS = 600;

/** Keeps the unsaved changes of a form as a draft of this tab, and restores them when the tab is reloaded. */
export async function openDraft(options: DraftOptions, tell: TellState): Promise<DraftKeeper> {
  const account = accountFor(`/api/cards/${options.cardId ?? ''}`);
  const tab = await claimTab(options.cardId);
  const deviceKey = fetchDeviceKey().catch(() => null);
  noteDraftLost(false);
  const tellOfLoss = (change: Partial<DraftState>) => {
    noteDraftLost(change.status === 'signedOut' && change.isKept === false);
    tell(change);
  };
  const shelf = createShelf(account, deviceKey);
  const sender = createSender(account, shelf, tellOfLoss, (id) => id === tab.id);
  // Typed text is kept from here on, even while the existing drafts are still being requested.
  const writer = keepDraft(options, tab, sender, tell);
  const { recall, ...offers } = createOffers(writer, tell);
  void deviceKey.then(async (key) => {
    const found = await listDrafts(options.cardId, key);
    // Of a draft that this tab kept before, nothing is known, and it is offered later; or it was saved, and is not kept again.
    if (tab.isKnown && !found?.some(writer.isOwn)) await writer.goOnAnew(false);
    recall(found ?? []);
  });
  return { ...writer, ...offers };
}

/** Keeps what is typed under the tab's id. */
function keepDraft(
  options: DraftOptions,
  tab: Tab,
  sender: ReturnType<typeof createSender>,
  tell: TellState,
) {
  let revision = 0;
  let isKept = false;
  let isOver = false;

  const compose = () => composeContent(options, revision);
  const restore = (draft: Draft, sentId = tab.sentId) => {
    tab.sentId = sentId;
    revision = Math.max(revision, draft.revision);
    tell({ isRestored: true, isStale: fillIn(options, draft), status: 'saved' });
  };
  const keep = (isLeaving = false) => {
    pause.cancel();
    revision += 1;
    const content = compose();
    if (!content && !isKept) return;
    isKept = content !== null;
    tab.remember(content && tab.id, tab.sentId);
    sender.send(tab.id, content, isLeaving);
  };
  const pause = createPause(keep);
  const stopListening = options.form.subscribe({ formState: { values: true }, callback: pause.await });
  const stopWatching = watchLeaving(() => !isOver && (pause.isAwaited() || sender.isBusy()) && keep(true));
  tell({ isKept: true });
  pause.await();
  const forget = () => {
    pause.cancel();
    isKept = false;
    tab.sentId = null;
    tab.remember(null);
  };
  return {
    ...{ compose, keep, isOver: () => isOver, isKept: () => isKept, send: sender.send },
    ...readIds(tab),
    restore: (draft: DraftOffer) => restore(draft, draft.sentId ?? null),
    async goOnAnew(isSent: boolean) {
      if (isOver || (isSent && tab.sentId)) return;
      const { id } = tab;
      tab.sentId = isSent ? id : null;
      await claimAnew(tab);
      if (isOver || !isKept) return;
      keep();
      sender.send(id, null);
    },
    noteKept(own: Draft) {
      isKept = true;
      revision = Math.max(revision, own.revision);
      if (!compose()) restore(own);
    },
    end(isSaved: boolean) {
      isOver = true;
      sender.end(tab.id, isKept && !(isSaved && !tab.sentId));
      forget();
      stopListening();
    },
    discard() {
      const { sentId } = tab;
      if (isKept) sender.send(tab.id, null);
      forget();
      return () => void Object.assign(tab, { sentId });
    },
    stop() {
      isOver = true;
      if (pause.isAwaited()) keep();
      stopListening();
      stopWatching();
      tab.release();
      sender.stop();
    },
  };
}

/** Acts when the page is left or hidden, where another tab may end the session; returns how to stop. */
function watchLeaving(act: () => void): () => void {
  window.addEventListener('pagehide', act);
  document.addEventListener('visibilitychange', act);
  return () => {
    window.removeEventListener('pagehide', act);
    document.removeEventListener('visibilitychange', act);
  };
}

/** Acts once typing has paused. */
function createPause(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    cancel,
    isAwaited: () => timer !== undefined,
    await() {
      cancel();
      timer = setTimeout(() => act(), QUIET_MS);
    },
  };
}

function composeContent({ form, cardId, origin }: DraftOptions, revision: number): DraftContent | null {
  const changes = findChanges(form.getValues(), origin.current.form);
  const baseVersion = origin.current.version ?? null;
  return hasChanges(changes) ? { cardId, baseVersion, revision, ...changes } : null;
}

/** Puts a draft into the form; returns whether the card was changed after the draft was begun. */
function fillIn({ form, origin, stored }: DraftOptions, draft: Draft): boolean {
  // Not from `origin`, where a draft that was resumed before has set fields back to what they were for it.
  const card = stored.current;
  // Changed fields count from what they were when they were typed: a later save is compared from there.
  origin.current = { form: withFields(card.form, draft.before), version: draft.baseVersion ?? undefined };
  form.reset(origin.current.form);
  form.reset(withFields(card.form, draft.fields), { keepDefaultValues: true });
  return (card.version ?? null) !== draft.baseVersion;
}

/** The draft that this tab writes; `isKnown` if it did before it was loaded again. */
interface Tab {
  id: string;
  isKnown: boolean;
  /** The draft of a save that may have been heard: sent again, it is the same one. */
  sentId: string | null;
  remember: ReturnType<typeof tabDraftOf>['remember'];
  release: () => void;
}

const readIds = (tab: Tab) => ({
  isOwn: ({ id }: Draft) => id === tab.id,
  getId: () => tab.sentId ?? tab.id,
  getSentId: () => tab.sentId,
});

async function claimTab(cardId: string | null): Promise<Tab> {
  const { recall, remember } = tabDraftOf(cardId);
  const { id, sentId } = recall() ?? { id: '', sentId: null };
  const claim = id ? await claimDraft(id) : null;
  const isMine = claim?.isMine === true;
  const tab = {
    id,
    isKnown: true,
    sentId: isMine ? sentId : null,
    remember,
    release: claim?.release ?? (() => {}),
  };
  if (!isMine) await claimAnew(tab);
  return tab;
}

async function claimAnew(tab: Tab): Promise<void> {
  tab.release();
  tab.isKnown = false;
  const id = newDraftId();
  Object.assign(tab, { id, release: (await claimDraft(id)).release });
}

/** The drafts of this card. Null is no reason not to edit the card: what fails here fails when the draft is kept, too. */
async function listDrafts(cardId: string | null, deviceKey: CryptoKey | null): Promise<Draft[] | null> {
  try {
    await sendWaitingDrafts(deviceKey);
    return (await call('GET /api/drafts')).filter((draft) => draft.cardId === cardId);
  } catch {
    return null;
  }
}
