import { counted } from '#app/frame/counted.ts';
import { formatAgo } from '#app/frame/dates.ts';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import { PersonLine } from '#app/teams/team/PersonLine.tsx';
import type { Leaver } from '#shared/teams/leavers.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { useBringBack, useLeavers } from './leavers.queries.ts';

/** Who left in the last 30 days, to bring back with one press; nothing if no one did. */
export function FormerMembers({ team }: { team: Team }) {
  const pages = useLeavers(team.id, true);
  const { rows = [] } = pages;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="former-members" className="pt-10">
      <h3 id="former-members" className="font-display text-xl">
        Former members
      </h3>
      <p className="pt-1 pb-3 text-sm text-ink-2">
        For 30 days, you can bring people back with their role, their cards, and the people they met.
      </p>
      <ul aria-labelledby="former-members" className="divide-y divide-line border-y border-line">
        {rows.map((leaver) => (
          <FormerMember key={leaver.userId} leaver={leaver} team={team} />
        ))}
      </ul>
      <ShowMore pages={pages} label="Show More Former Members" />
    </section>
  );
}

function FormerMember({ leaver, team }: { leaver: Leaver; team: Team }) {
  const { userId, fullName, email, isOwnChoice, leftAt, askedAt, cardCount, taken } = leaver;
  const bringBack = useBringBack(team.id);
  const press = () =>
    bringBack.mutate(userId, {
      onSuccess: ({ isBack, cardsLeft }) =>
        isBack
          ? toast({ title: `${fullName} is back`, description: sayLeft(cardsLeft) })
          : toast({ title: `We’ve asked ${fullName}`, description: 'They come back when they accept.' }),
    });
  const label = isOwnChoice ? (askedAt ? 'Ask Again' : 'Ask Back') : 'Bring Back';
  return (
    <PersonLine
      fullName={fullName}
      email={email}
      badge={<Badge>{isOwnChoice ? (askedAt ? 'Asked' : 'Left') : 'Removed'}</Badge>}
      facts={`${formatAgo(leftAt)}${cardCount > 0 ? ` · ${counted(cardCount, 'card')}` : ''}`}
      menu={
        <Button
          variant="secondary"
          size="small"
          aria-label={`${label}: ${fullName}`}
          isPending={bringBack.isPending}
          pendingLabel="Wait..."
          disabled={team.suspendedAt !== null}
          onClick={press}
        >
          {label}
        </Button>
      }
    >
      {taken.length > 0 && <p className="order-2 col-span-full text-sm text-ink-2">{sayTaken(taken)}</p>}
    </PersonLine>
  );
}

/** Cards that nobody can hold until the team has paid. */
const sayLeft = (count: number) =>
  count === 0
    ? ''
    : `${count === 1 ? 'One card stays' : `${count} cards stay`} without a holder until more can be claimed.`;

/** Cards that would have to be handed back. */
function sayTaken(taken: Leaver['taken']): string {
  const [first] = taken;
  return taken.length === 1
    ? `One card is ${first?.holderName}’s now. To give it back, hand it over under Cards.`
    : `${taken.length} cards are with others now. To give them back, hand them over under Cards.`;
}
