import { useRef } from 'react';
import { useCards } from '#app/cards/cards/cards.queries.ts';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { GivenLink } from '#shared/people/contact-links.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useGiven, useOffer, useTakeBack } from './given.queries.ts';

const STATES: Record<GivenLink['state'], string> = {
  known: 'Not offered',
  offered: 'Offered, not accepted yet',
  linked: 'Getting your updates',
  ended: 'Updates off',
};

/** Whose card is not public at the moment. */
const UNNAMED = 'someone you shared your details with';
const UNNAMED_FIRST = 'Someone you shared your details with';

/** Who has the owner's details and can be offered to keep them in step with a card. */
export function GivenLinks() {
  const pages = useGiven();
  const { rows, error } = pages;
  if (!rows && error) return <LoadFailed error={error} retry={pages.refetch} />;
  if (!rows) return <Skeleton className="h-24" />;
  if (rows.length === 0) {
    return (
      <p className="text-ink-2">
        No one yet. People you share your details with on Goldleaf appear here. They don’t learn you have an
        account unless you offer updates.
      </p>
    );
  }
  return (
    <>
      <ul aria-label="People who have your details" className="-my-3 divide-y divide-line">
        {rows.map((link) => (
          <Row key={link.id} link={link} />
        ))}
      </ul>
      <ShowMore pages={pages} />
    </>
  );
}

function Row({ link }: { link: GivenLink }) {
  const { id, state, sharedAt } = link;
  const ownerName = link.ownerName ?? UNNAMED;
  const offer = useOffer();
  const takeBack = useTakeBack();
  const line = useRef<HTMLDivElement>(null);
  // The button that was pressed is replaced.
  const settled = { onSuccess: () => line.current?.focus() };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div ref={line} tabIndex={-1} className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">{link.ownerName ?? UNNAMED_FIRST}</p>
        <p className="text-sm text-ink-2">
          {formatDay(sharedAt)} · {STATES[state]}
        </p>
      </div>
      {state === 'known' ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Offer updates to ${ownerName}`}
          isPending={offer.isPending}
          onClick={() => offer.mutate({ id }, settled)}
        >
          Offer Updates
        </Button>
      ) : (
        <>
          <CardOf link={link} onChoose={(cardId) => offer.mutate({ id, cardId })} />
          <Button
            variant="secondary"
            size="small"
            aria-label={`Stop updates to ${ownerName}`}
            isPending={takeBack.isPending}
            onClick={() => takeBack.mutate(id, settled)}
          >
            Stop
          </Button>
        </>
      )}
    </li>
  );
}

/** Which card they follow; nothing for who has only one. */
function CardOf({ link, onChoose }: { link: GivenLink; onChoose: (cardId: string) => void }) {
  const { data: cards = [] } = useCards();
  const isGone = !cards.some(({ id }) => id === link.cardId);
  if (cards.length < 2 && !isGone) return null;
  return (
    <Select
      label={`Card for ${link.ownerName ?? UNNAMED}`}
      isLabelHidden
      value={isGone ? '' : (link.cardId ?? '')}
      onChange={({ target }) => target.value && onChoose(target.value)}
    >
      {isGone && <option value="">Choose a card</option>}
      {cards.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
