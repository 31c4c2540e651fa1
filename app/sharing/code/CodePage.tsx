import { X } from 'lucide-react';
import { type MouseEvent, Suspense, useEffect, useState } from 'react';
import { useAllCards } from '#app/cards/cards/cards.queries.ts';
import { noteTeams } from '#app/frame/api/account-here.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { browserHistory } from '#app/frame/navigation/history.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { keepsOnDevice } from '#app/offline/choice.ts';
import { type DeviceCopy, readCopy } from '#app/offline/device-copy.ts';
import { loadOnDevice } from '#app/offline/late.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { CodeScreen } from './CodeScreen.tsx';
import { useWakeLock, useWhiteScreen } from './hold-up.ts';

const Offline = lazyAddition(async () => (await loadOnDevice()).Offline);

/** Back to the screen that led here; the link's own address is for a code that was opened first. */
function goBack(event: MouseEvent): void {
  if (browserHistory.isAtStart()) return;
  event.preventDefault();
  window.history.back();
}

/**
 * A card's code to hold up: white in both themes, as large as the screen allows, and there at once from what the device
 * keeps, so that it opens in a hall without reception. The app's shortcut leads here.
 */
export function CodePage() {
  const { data, error, refetch } = useAllCards();
  const [copy, setCopy] = useState<DeviceCopy | null>(null);
  useEffect(() => {
    void readCopy().then((found) => {
      noteTeams(found?.cards ?? []);
      setCopy(found);
    });
  }, []);
  useWhiteScreen();
  useWakeLock();
  const cards = data ?? copy?.cards;
  return (
    <div className="flex min-h-window flex-col bg-white forced-colors:bg-[Canvas] print:block">
      {keepsOnDevice() && (
        <div className="print:hidden">
          <Suspense>
            <Offline />
          </Suspense>
        </div>
      )}
      <main className="relative flex flex-1 flex-col">
        <title>My QR Code · Goldleaf</title>
        <Link
          to={paths.cards}
          onClick={goBack}
          aria-label="Close"
          className="m-3 grid size-11 shrink-0 place-items-center self-start rounded-control hover:bg-line/50 landscape:absolute landscape:z-10 print:hidden"
        >
          <X size={20} />
        </Link>
        {cards && cards.length > 0 ? (
          <CodeScreen cards={cards} />
        ) : cards ? (
          <div className="px-6 landscape:py-6 landscape:pl-16">
            <EmptyState
              title="No cards yet"
              text="Your code appears here once you have a card."
              action={
                <Link to={paths.createCard} className={buttonClass()}>
                  Create Your First Card
                </Link>
              }
            />
          </div>
        ) : error ? (
          <LoadFailed error={error} retry={refetch} />
        ) : (
          <Skeleton className="mx-auto aspect-square w-[min(84vw,80vh)] rounded-surface!" />
        )}
      </main>
    </div>
  );
}
