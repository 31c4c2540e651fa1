import { RANGES } from '#shared/analytics/ranges.ts';
import { Select } from '#ui/Field.tsx';
import type { WantedFigures } from './range.ts';

/** Chooses the days and the card that the figures are about. */
export function RangeToolbar({
  wanted: { days, card },
  cards,
  onChoose,
}: {
  wanted: WantedFigures;
  cards: readonly { cardId: string; cardName: string }[];
  onChoose: (change: Partial<WantedFigures>) => void;
}) {
  return (
    <div className="flex flex-wrap gap-3 *:flex-auto sm:flex-nowrap sm:*:min-w-48 sm:*:flex-initial">
      {cards.length > 1 && (
        <Select
          label="Card"
          isLabelHidden
          value={card}
          onChange={(event) => onChoose({ card: event.target.value })}
        >
          <option value="">All cards</option>
          {cards.map(({ cardId, cardName }) => (
            <option key={cardId} value={cardId}>
              {cardName}
            </option>
          ))}
        </Select>
      )}
      <Select
        label="Days"
        isLabelHidden
        value={days}
        onChange={(event) => onChoose({ days: RANGES.find((name) => name === event.target.value) })}
      >
        {RANGES.map((name) => (
          <option key={name} value={name}>
            {name === 'all' ? 'All time' : `Last ${name} days`}
          </option>
        ))}
      </Select>
    </div>
  );
}
