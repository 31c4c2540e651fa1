import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useCards } from '#app/cards/cards/cards.queries.ts';
import { buildLink } from '#app/cards/cards/copy-link.ts';
import { svgUrl } from '#app/cards/cards/qr-png.ts';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { keepsOnDevice } from '#app/offline/choice.ts';
import { type DeviceCopy, readCopy } from '#app/offline/device-copy.ts';
import { loadOnDevice } from '#app/offline/late.ts';
import type { Card } from '#shared/cards/cards.ts';
import { formatRole } from '#shared/cards/role.ts';
import { qrSvg } from '#site/qr/qr.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Select } from '#ui/Field.tsx';
import { Segments } from '#ui/Segments.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { lastShown, noteShown } from './last-shown.ts';

const Offline = lazyAddition(async () => (await loadOnDevice()).Offline);

/**
 * A card's code to hold up: as large as the screen allows, and there at once from what the device keeps, so that it
 * opens in a hall without reception. The app's shortcut leads here.
 */
export function CodePage() {
  const { data, error, refetch } = useCards();
  const [copy, setCopy] = useState<DeviceCopy | null>(null);
  useEffect(() => void readCopy().then(setCopy), []);
  const cards = data ?? copy?.cards;
  return (
    <div className="flex min-h-window flex-col">
      {keepsOnDevice() && (
        <Suspense>
          <Offline />
        </Suspense>
      )}
      <main className="mx-auto flex w-full max-w-lg flex-1 flex-col px-6 pt-4 pb-8">
        <title>My QR Code · Goldleaf</title>
        <Link to={paths.cards} className={`${buttonClass('quiet', 'small')} -ml-3 self-start`}>
          <ArrowLeft size={18} strokeWidth={1.5} aria-hidden="true" />
          My Cards
        </Link>
        {cards && cards.length > 0 ? (
          <Codes cards={cards} />
        ) : cards ? (
          <EmptyState
            title="No cards yet"
            text="Your code appears here once you have a card."
            action={
              <Link to={paths.createCard} className={buttonClass()}>
                Create Your First Card
              </Link>
            }
          />
        ) : error ? (
          <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="mt-16 aspect-square rounded-surface!" />
        )}
      </main>
    </div>
  );
}

const CONTAINS = [
  { value: 'link', label: 'Card link' },
  { value: 'contact', label: 'Contact' },
] as const;
type Contains = (typeof CONTAINS)[number]['value'];

function Codes({ cards }: { cards: Card[] }) {
  const [chosen, setChosen] = useState(lastShown);
  const [contains, setContains] = useState<Contains>('link');
  const [drawContact, setDrawContact] = useState<((card: Card) => string) | null>(null);
  useEffect(() => {
    // Kept on this device with the rest of the app; without it, the other code goes on working.
    void import('./contact-code.ts').then(
      ({ contactCode }) => setDrawContact(() => contactCode),
      () => {},
    );
  }, []);
  const card =
    cards.find(({ id }) => id === chosen) ?? cards.find(({ isFeatured }) => isFeatured) ?? cards[0];
  if (!card) return null;
  const choose = (id: string) => {
    setChosen(id);
    noteShown(id);
  };
  const role = formatRole(card);
  const isLink = contains === 'link' || !drawContact;
  return (
    <div className="my-auto py-6 text-center">
      <h1 className="font-display text-2xl font-light wrap-anywhere">{card.fullName}</h1>
      {role && <p className="mt-1 text-ink-2 wrap-anywhere">{role}</p>}
      <div className="mt-6 rounded-surface border border-line bg-white p-2 max-[370px]:-mx-6 max-[370px]:rounded-none max-[370px]:border-x-0">
        <img
          src={svgUrl(isLink ? qrSvg(buildLink(card)) : drawContact(card))}
          alt={isLink ? `QR code of ${card.name}` : `Contact code of ${card.name}`}
          className="mx-auto aspect-square w-full max-w-[max(60vh,300px)]"
        />
      </div>
      <p className="mt-3 text-sm text-ink-2 wrap-anywhere">
        {isLink ? buildLink(card) : 'Adds your details to a phone without any connection.'}
      </p>
      <div className="mt-4">
        <Segments label="What the code contains" options={CONTAINS} value={contains} onChange={setContains} />
      </div>
      {!card.isActive && <p className="mt-3">This card is paused: whoever scans it finds nothing.</p>}
      {cards.length > 1 && (
        <div className="mt-6 text-left">
          <Select label="Card" value={card.id} onChange={(event) => choose(event.target.value)}>
            {cards.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
    </div>
  );
}
