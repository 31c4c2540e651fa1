import '#ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setIsOutdated } from '#ui/part-failed.ts';
import { leaveToastBehind, Toaster } from '#ui/Toast.tsx';
import { setLayerHolder } from '#ui/use-back-to-close.ts';
import { prepareAccount } from './accounts/auth/auth.queries.ts';
import { setStandIn } from './frame/api/call.ts';
import { dropFirst, readFirst } from './frame/api/first-answers.ts';
import { isOutdated } from './frame/api/is-outdated.ts';
import { settleSignOut } from './frame/api/owed-sign-out.ts';
import { queryClient } from './frame/api/query-client.ts';
import { clearUser, followOtherTabs, isEntrance, onUserCleared, owesSignOut } from './frame/api/session.ts';
import { HistoryRouter } from './frame/navigation/HistoryRouter.tsx';
import { browserHistory } from './frame/navigation/history.ts';
import { paths } from './frame/paths.ts';
import { keepsOnDevice } from './offline/choice.ts';
import { loadOnDevice, wipeOthersLate } from './offline/late.ts';
import { prepareScreen, Screens } from './routes.tsx';

// A sign-out that was cut off by the end of the page, or that the server has not heard of yet.
if (owesSignOut()) clearUser({ isChosen: true });
const settle = () => void settleSignOut().catch(() => {});
addEventListener('online', settle);
settle();

onUserCleared((ending, why) => {
  const here = window.location.pathname + window.location.search;
  queryClient.clear();
  dropFirst();
  wipeOthersLate();
  if (isEntrance()) return;
  browserHistory.replace(`${paths.signIn}?next=${encodeURIComponent(here)}`, {
    state: { ending, why },
  });
});

followOtherTabs(() => {
  queryClient.clear();
  dropFirst();
  window.location.reload();
});

// The name of the first script changes with each build, that of a screen or library not always.
setIsOutdated(isOutdated.bind(null, import.meta.url));
setLayerHolder(browserHistory.holdLayer);
browserHistory.listen((_location, kind) => {
  if (kind === 'replace') return;
  leaveToastBehind();
  dropFirst();
});

// The first screen may open without a network.
if (keepsOnDevice()) {
  setStandIn(async (address, network) => {
    const { standIn } = await loadOnDevice();
    return standIn(address, network);
  });
} else wipeOthersLate();

const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root to draw in.');
const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <HistoryRouter>
        <Screens />
      </HistoryRouter>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>
);
/** The first draw waits no longer for what it shows. */
const DRAW_MS = 500;
const prepared = [
  prepareScreen(window.location.pathname),
  prepareAccount(queryClient),
  // Its hooks ask all the same, and take the same answers.
  readFirst((address, data) => queryClient.setQueryData([address], data)),
];
const late = new Promise((resolve) => setTimeout(resolve, DRAW_MS));
/** Answers that nobody has taken by then are old. */
const ANSWERS_MS = 15_000;
setTimeout(dropFirst, ANSWERS_MS);
void Promise.race([Promise.all(prepared), late]).then(() => createRoot(root).render(app));
