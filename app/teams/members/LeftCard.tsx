import { counted } from '#app/frame/counted.ts';
import { NOT_TYPED, type Typed } from '#app/teams/successions/read-successor.ts';
import { SuccessorFields } from '#app/teams/successions/SuccessorFields.tsx';
import type { HeldCard } from '#shared/teams/leavers.ts';
import { Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

interface LeftCardProps {
  card: HeldCard;
  teamId: string;
  holderId: string;
  /** To whom it goes; null: it stays as it is, without a holder. */
  value: Typed | null;
  errors: Record<string, string>;
  mayHand: boolean;
  onChange: (value: Typed | null) => void;
}

/** A card that somebody leaves behind: whom it has met, and who gets it. */
function LeftCard({ card, teamId, holderId, value, errors, mayHand, onChange }: LeftCardProps) {
  const { name, fullName, people } = card;
  const met = counted(people, 'person', 'people');
  return (
    <li className="space-y-4 py-4">
      <p>
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-sm text-ink-2 tabular-nums">
          Shows {fullName} · met {met}, who {people === 1 ? 'stays' : 'stay'} with the team
        </span>
      </p>
      {mayHand && (
        <Select
          label="This card"
          value={value === null ? 'stays' : 'goes'}
          onChange={({ target }) => onChange(target.value === 'goes' ? NOT_TYPED : null)}
        >
          <option value="stays">Stays as it is, without a holder</option>
          <option value="goes">Hand over to…</option>
        </Select>
      )}
      {value && (
        <SuccessorFields
          teamId={teamId}
          holderId={holderId}
          value={value}
          errors={errors}
          onChange={onChange}
        />
      )}
    </li>
  );
}

interface LeftCardsProps extends Pick<LeftCardProps, 'teamId' | 'holderId' | 'mayHand'> {
  cards: readonly HeldCard[] | undefined;
  isLoading: boolean;
  /** By the ids of the cards that go to somebody. */
  typed: ReadonlyMap<string, Typed>;
  errors: ReadonlyMap<string, Record<string, string>>;
  onType: (typed: ReadonlyMap<string, Typed>) => void;
}

/** The cards that somebody leaves behind; nothing if there are none. */
export function LeftCards({ cards, isLoading, typed, errors, onType, ...rest }: LeftCardsProps) {
  if (isLoading) return <Skeleton className="h-24" />;
  if (!cards || cards.length === 0) return null;
  const choose = (cardId: string, value: Typed | null) => {
    const next = new Map(typed);
    if (value === null) next.delete(cardId);
    else next.set(cardId, value);
    onType(next);
  };
  return (
    <ul aria-label="Cards they hold" className="divide-y divide-line border-y border-line">
      {cards.map((card) => (
        <LeftCard
          key={card.cardId}
          card={card}
          value={typed.get(card.cardId) ?? null}
          errors={errors.get(card.cardId) ?? {}}
          onChange={(value) => choose(card.cardId, value)}
          {...rest}
        />
      ))}
    </ul>
  );
}
