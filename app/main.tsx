import '#ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { leaveToastBehind, Toaster } from '#ui/Toast.tsx';
import { setLayerHolder } from '#ui/use-back-to-close.ts';
import { setStandIn } from './frame/api/call.ts';
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
  wipeOthersLate();
  if (isEntrance()) return;
  browserHistory.replace(`${paths.signIn}?next=${encodeURIComponent(here)}`, {
    state: { ending, why },
  });
});

followOtherTabs();

setLayerHolder(browserHistory.holdLayer);
browserHistory.listen((_location, kind) => {
  if (kind !== 'replace') leaveToastBehind();
});

prepareScreen(window.location.pathname);
// The first screen may open without a network.
if (keepsOnDevice()) {
  setStandIn(async (address, network) => {
    const { standIn } = await loadOnDevice();
    return standIn(address, network, () => void queryClient.refetchQueries({ type: 'active' }));
  });
} else wipeOthersLate();

const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root to draw in.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <HistoryRouter>
        <Screens />
      </HistoryRouter>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
