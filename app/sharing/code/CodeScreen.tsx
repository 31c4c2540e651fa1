import { ChevronDown, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { buildLink } from '#app/cards/cards/copy-link.ts';
import { HiddenLine } from '#app/cards/cards/HiddenLine.tsx';
import { useHidden } from '#app/cards/cards/use-hidden.ts';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import type { Card } from '#shared/cards/cards.ts';
import { formatRole } from '#shared/cards/role.ts';
import { qrSvg } from '#site/qr/qr.ts';
import { Segments } from '#ui/Segments.tsx';
import { CodeActions } from './CodeActions.tsx';
import { CodeStrip } from './CodeStrip.tsx';
import { EventChip } from './EventChip.tsx';
import { HINTS, nextHint, noteHint } from './hints.ts';
import { findFirst, noteShown } from './last-shown.ts';

const CONTAINS = [
  { value: 'link', label: 'Link' },
  { value: 'contact', label: 'Offline contact' },
] as const;
type Contains = (typeof CONTAINS)[number]['value'];

const drawLink = (card: Card) => qrSvg(buildLink(card), { quietZone: 0 });

/** The codes of the cards, one at a time, and what its owner may want while somebody scans it. */
export function CodeScreen({ cards }: { cards: readonly Card[] }) {
  const asked = useSearchParams()[0].get('card');
  const [chosen, setChosen] = useState(() => asked ?? findFirst(cards));
  useEffect(() => void (asked && noteShown(asked)), [asked]);
  const [contains, setContains] = useState<Contains>('link');
  const drawContact = useContactCode();
  const at = Math.max(
    0,
    cards.findIndex(({ id }) => id === chosen),
  );
  const card = cards[at];
  const hidden = useHidden(card);
  if (!card) return null;
  const show = ({ id }: Pick<Card, 'id'>) => {
    setChosen(id);
    noteShown(id);
  };
  const isLink = contains === 'link' || !drawContact;
  return (
    <div className="flex flex-1 flex-col landscape:mx-auto landscape:flex-none landscape:grid landscape:grid-cols-[min(80vh,58vw)_minmax(0,25rem)] landscape:items-center landscape:justify-center landscape:gap-[6vw] landscape:px-16 landscape:my-auto print:block">
      <CodeList cards={cards} card={card} onShow={show} />
      <CodeStrip
        cards={cards}
        at={at}
        onShow={show}
        draw={isLink ? drawLink : drawContact}
        alt={isLink ? 'QR code' : 'Contact code'}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-4 px-6 pb-4 text-center landscape:gap-6 landscape:px-0 landscape:py-14 landscape:text-left print:pt-8 print:text-center">
        <div aria-live="polite" className="mt-2 landscape:mt-0">
          <h1 className="font-display text-2xl wrap-anywhere landscape:text-3xl">{card.fullName}</h1>
          <p className="mt-1 text-ink-2 wrap-anywhere">{formatRole(card)}</p>
          <HiddenLine card={card} act="scans this code" className="mt-2" />
        </div>
        <div className="-mt-3 -mx-3 flex justify-center landscape:justify-start">
          <EventChip />
        </div>
        <Segments
          look="line"
          className="mt-auto landscape:mt-0 print:hidden"
          label="Code contents"
          options={CONTAINS}
          value={contains}
          onChange={setContains}
        />
        {!isLink && <p className="text-sm text-ink-2 print:hidden">Works without internet.</p>}
        <CodeActions card={card} />
        {!hidden && <HintLine isOwn={card.teamId === undefined} />}
      </div>
    </div>
  );
}

const PRESSES = ['pointerdown', 'keydown'] as const;

/**
 * Loaded with the first press on the screen, so that it is there when the network no longer is; without it, the other
 * code goes on working.
 */
function useContactCode(): ((card: Card) => string) | null {
  const [draw, setDraw] = useState<((card: Card) => string) | null>(null);
  useEffect(() => {
    const load = () =>
      void import('./contact-code.ts').then(
        ({ contactCode }) => setDraw(() => contactCode),
        () => {},
      );
    for (const press of PRESSES) window.addEventListener(press, load, { once: true });
    return () => {
      for (const press of PRESSES) window.removeEventListener(press, load);
    };
  }, []);
  return draw;
}

interface CodeListProps {
  cards: readonly Card[];
  card: Card;
  onShow: (card: Pick<Card, 'id'>) => void;
}

/** In the corner across from Close. */
function CodeList({ cards, card, onShow }: CodeListProps) {
  if (cards.length < 2) return null;
  return (
    <div className="absolute top-3 right-5 flex max-w-[70vw] items-center print:hidden">
      <select
        aria-label="Card"
        value={card.id}
        onChange={(event) => onShow({ id: event.target.value })}
        className="min-h-11 max-w-full min-w-0 cursor-pointer appearance-none truncate rounded-control bg-transparent pr-8 pl-3 text-right font-medium [text-align-last:right]"
      >
        {cards.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={18} className="pointer-events-none absolute right-2" />
    </div>
  );
}

function HintLine({ isOwn }: { isOwn: boolean }) {
  const [hint] = useState(() => nextHint({ isOwn }));
  useEffect(() => {
    if (hint) noteHint(hint);
  }, [hint]);
  if (!hint) return null;
  return (
    <p className="flex items-center justify-center gap-2 text-sm text-ink-2 landscape:justify-start print:hidden">
      {hint === HINTS[0] && <Sun size={16} />}
      {hint.text}
    </p>
  );
}
