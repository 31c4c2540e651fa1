import type { ReactNode } from 'react';
import { formatMoment } from '#app/frame/dates.ts';
import { Button } from '#ui/Button.tsx';
import type { DraftOffer } from './drafts/draft-state.ts';
import { type CardEditorState, focusTab } from './use-card-editor.ts';

/** After a press, another draft may be on offer in its place: the second click of two does nothing. */
const SINGLE = { size: 'small', isPending: false } as const;

/** Says what became of unsaved changes: of this tab, and of other tabs and devices. */
export function DraftNotice({ editor: { draft, discard, area } }: { editor: CardEditorState }) {
  const { isRestored, isStale, problem, offers } = draft;
  const [offer] = offers;
  const resume = (one: DraftOffer) => {
    draft.keeper.current?.takeUp(one);
    focusTab(area.current);
  };
  const drop = (one: DraftOffer) => {
    draft.drop(one);
    if (offers.length === 1) focusTab(area.current);
  };
  return (
    <>
      {problem && <EditorNotice text={`We couldn’t save your draft: ${problem}`} />}
      {isRestored && (
        <EditorNotice
          text={`We restored your unsaved changes.${isStale ? ' This card changed elsewhere; you can compare when you save.' : ''}`}
        >
          <Button {...SINGLE} variant="secondary" onClick={discard}>
            Discard
          </Button>
        </EditorNotice>
      )}
      {offer && (
        <EditorNotice
          text={`You have unsaved changes ${offer.isSetAside ? 'set aside here' : 'from another tab or device'}, last edited ${formatMoment(offer.updatedAt)}.`}
        >
          <Button {...SINGLE} variant="secondary" onClick={() => resume(offer)}>
            Resume
          </Button>
          <Button {...SINGLE} variant="quiet" onClick={() => drop(offer)}>
            Discard
          </Button>
        </EditorNotice>
      )}
    </>
  );
}

/** Comes above a form that is used already. */
export function EditorNotice({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="animate-settle mb-6 flex max-md:mt-4 flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-surface border border-line bg-surface px-4 py-3 text-sm"
    >
      <p>{text}</p>
      <span className="flex flex-wrap gap-2">{children}</span>
    </div>
  );
}
