import { useEffect, useSyncExternalStore } from 'react';
import { owesSignOut, recallUser } from '#app/frame/api/session.ts';
import { useLocation, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { isDraftLost, watchLostDraft } from '#app/offline/drafts/lost-draft.ts';
import { removeOldDrafts } from '#app/offline/drafts/old-drafts.ts';

/** The server's message to everyone without a session: the heading says it already. */
const PLAIN = 'Please sign in first.';

/** Tells people why they are at the sign-in page, and that they will go back to where they were. */
export function SignInReason({ next }: { next: string }) {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const isEnded = state?.ending === 'expired';
  // Nobody was signed in: what an earlier release kept readably is nobody's. Someone whose session ended gets it back.
  useEffect(() => {
    if (!isEnded && !recallUser()) removeOldDrafts();
  }, [isEnded]);
  const isOwed = useSyncExternalStore(watchOtherTabs, owesSignOut);
  const isLost = useSyncExternalStore(watchLostDraft, isDraftLost);
  if (isOwed) return <SignedOutHere />;
  // After a visit to a provider that came to nothing, `ProviderProblem` says what happened.
  if (search.has('problem') || (!isEnded && !search.has('next'))) return null;
  const isEditor = [paths.createCard, paths.editCard('')].some((path) => next.startsWith(path));
  const why = isEnded && typeof state.why === 'string' && state.why !== PLAIN ? state.why : null;
  return (
    <div role="status" className={BOX}>
      <strong className="block font-medium">
        {isEnded ? 'Your session has ended' : 'Please sign in first'}
      </strong>
      {why && <p>{why}</p>}
      <p>{wayBack(isEnded, isEditor, isLost)}</p>
    </div>
  );
}

/** The tab in which the sign-out was pressed tells the server a moment after the others have heard of it. */
function watchOtherTabs(tell: () => void): () => void {
  window.addEventListener('storage', tell);
  return () => window.removeEventListener('storage', tell);
}

const BOX = 'mt-6 space-y-1 rounded-control border border-gold/60 bg-surface p-4';

/** After a sign-out without a network. */
function SignedOutHere() {
  return (
    <div role="status" className={BOX}>
      <strong className="block font-medium">You’re signed out on this device</strong>
      <p>Your account can’t be opened here. Your session ends once you’re back online.</p>
    </div>
  );
}

function wayBack(isEnded: boolean, isEditor: boolean, isLost: boolean): string {
  if (!isEnded) return 'We’ll take you right back.';
  if (!isEditor) return 'Sign in to go back to where you were.';
  return isLost
    ? 'Your last changes couldn’t be saved. Sign in to go back to your card.'
    : 'Your changes are saved as a draft. Sign in to go back to your card.';
}
