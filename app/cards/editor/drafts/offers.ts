import { newDraftId } from '#app/offline/drafts/draft-id.ts';
import type { Draft, DraftContent } from '#shared/cards/drafts.ts';
import type { DraftKeeper, DraftOffer, TellState } from './draft-state.ts';

/** The draft that this tab writes. */
interface Writer {
  isOwn: (draft: Draft) => boolean;
  isOver: () => boolean;
  /** The changes in the form; null for none. */
  compose: () => DraftContent | null;
  restore: (draft: DraftOffer) => void;
  /** The draft of a save whose answer was lost. */
  getSentId: () => string | null;
  isKept: () => boolean;
  /** It was there before this page. */
  noteKept: (own: Draft) => void;
  keep: () => void;
  send: (id: string, content: DraftContent | null) => void;
}

const contentOf = ({ cardId, baseVersion, revision, fields, before }: Draft): DraftContent => ({
  ...{ cardId, baseVersion, revision, fields, before },
});

/** The drafts that the account already has of the card: this tab's own, and those that can be continued in it. */
export function createOffers(
  writer: Writer,
  tell: TellState,
): Pick<DraftKeeper, 'takeUp' | 'setAside' | 'drop' | 'bringBack'> & { recall: (found: Draft[]) => void } {
  let offers: DraftOffer[] = [];
  const show = (next: DraftOffer[]) => {
    offers = next;
    tell({ offers });
  };
  const add = (offer: DraftOffer) => {
    writer.send(offer.id, contentOf(offer));
    show([offer, ...offers]);
  };
  const remove = (offer: Draft) => {
    writer.send(offer.id, null);
    show(offers.filter(({ id }) => id !== offer.id));
  };
  const composeOffer = (): DraftOffer[] => {
    const mine = writer.compose();
    const now = new Date().toISOString();
    const sentId = writer.getSentId();
    return mine
      ? [{ ...mine, id: newDraftId(), createdAt: now, updatedAt: now, isSetAside: true, sentId }]
      : [];
  };
  return {
    recall(found) {
      if (writer.isOver()) return;
      const own = found.find(writer.isOwn);
      if (own) writer.noteKept(own);
      show(found.filter((draft) => draft !== own));
      tell({ isReady: true });
    },
    takeUp(draft) {
      const mine = composeOffer();
      const isReplacing = writer.isKept();
      writer.restore(draft);
      // An eleventh would end the oldest one: it goes before the one set aside, and before its own copy if that is another one.
      if (!isReplacing) remove(draft);
      writer.keep();
      if (isReplacing) remove(draft);
      // The form has room for one; the other one can be taken up again.
      mine.forEach(add);
    },
    setAside: () => composeOffer().forEach(add),
    drop: remove,
    bringBack: add,
  };
}
