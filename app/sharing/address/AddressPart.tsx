import { Copy } from 'lucide-react';
import { useState } from 'react';
import { copyHref } from '#app/cards/cards/copy-link.ts';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import type { CardAliases } from '#shared/accounts/aliases.ts';
import { linkLabel } from '#shared/contract/links.ts';
import { Button } from '#ui/Button.tsx';
import { Caution } from '#ui/Caution.tsx';
import { Switch } from '#ui/Choice.tsx';
import { keepPlace } from '#ui/keep-place.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useAliases, useSetName, useSetUsername } from './aliases.queries.ts';
import { NameForm } from './NameForm.tsx';

/** Short addresses to say aloud and to print: a name for the card, and the username for its owner. */
export function AddressPart({ card }: SharingProps) {
  const { data: aliases, error, refetch } = useAliases(card.id);
  return (
    <SharingPart
      title="Short link"
      text="Get a short link that’s easy to say. Your original link keeps working."
    >
      {aliases ? (
        <div className="grid max-w-xl gap-10">
          <CardName aliases={aliases} cardId={card.id} />
          <Username aliases={aliases} cardId={card.id} />
        </div>
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </SharingPart>
  );
}

interface PartProps {
  aliases: CardAliases;
  cardId: string;
}

const hrefOf = (path: string) => window.location.origin + path;
const labelOf = (path: string) => decodeURI(linkLabel(hrefOf(path)));

/** An address that works now. */
function Address({ path }: { path: string }) {
  return (
    <div className="flex min-h-14 items-center gap-2 rounded-control border border-line bg-surface py-1.5 pr-1.5 pl-4">
      <a href={path} className="min-w-0 flex-1 py-2 text-lg wrap-anywhere hover:underline">
        {labelOf(path)}
      </a>
      <Button variant="quiet" size="small" onClick={() => void copyHref(hrefOf(path))}>
        <Copy size={18} />
        Copy<span className="sr-only"> {labelOf(path)}</span>
      </Button>
    </div>
  );
}

function CardName({ aliases, cardId }: PartProps) {
  const { card, newNames } = aliases;
  const set = useSetName(cardId);
  /** The pressed button goes once it has acted. */
  const setName = (name: string | null) => {
    keepPlace(document.activeElement)();
    set.mutate({ name });
  };
  return (
    <div className="grid gap-4">
      <h3 className="font-medium">Card link</h3>
      {card.path && <Address path={card.path} />}
      <NameForm key={card.name} cardId={cardId} current={card.name} />
      <NewNames newNames={newNames} />
      {card.name !== null && (
        <>
          <MainLink card={card} cardId={cardId} set={set} />
          <div>
            <Button variant="danger" size="small" onClick={() => setName(null)}>
              Remove name
            </Button>
            <p className="pt-2 text-sm text-ink-2">
              Links with it still open your card, and no one else can ever claim it.
            </p>
          </div>
        </>
      )}
      <FormerNames
        former={card.former}
        onUse={setName}
        pending={set.isPending ? set.variables.name : undefined}
      />
    </div>
  );
}

/**
 * A switch whose state the server keeps, and what was chosen until it has answered: a mutation's own state comes a moment
 * after the press.
 */
function useChosen(kept: boolean) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  return [chosen ?? kept, setChosen] as const;
}

function MainLink({
  card,
  cardId,
  set,
}: {
  card: CardAliases['card'];
  cardId: string;
  set: ReturnType<typeof useSetName>;
}) {
  const [isMain, setChosen] = useChosen(card.isMain);
  const choose = (isChosen: boolean) => {
    setChosen(isChosen);
    set.mutate({ name: card.name, isMain: isChosen }, { onSettled: () => setChosen(null) });
  };
  return (
    <Switch
      label="Make it the main link"
      hint={`“Copy link,” shared links, and search engines will use ${labelOf(card.path ?? '')}. QR codes and wallet passes keep ${labelOf(`/card/${cardId}`)}, so anything you’ve printed still works.`}
      checked={isMain}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}

/** Shown once choosing has begun to use them up. */
function NewNames({ newNames }: { newNames: CardAliases['newNames'] }) {
  const { left, leftInAll, moreAt } = newNames;
  if (left > 3) return null;
  const few = left === 1 ? 'one more new name' : `${left} more new names`;
  const when = moreAt && ` You can choose another on ${formatDay(moreAt)}.`;
  return (
    <Caution className="text-ink-2">
      <span>
        {left > 0
          ? `You can choose ${few} this month.`
          : `You’ve used all your names${leftInAll === 0 ? '' : ' for this month'}.`}
        {when}
      </span>
    </Caution>
  );
}

interface FormerProps {
  former: CardAliases['card']['former'];
  onUse?: (name: string) => void;
  /** The name that is being set. */
  pending?: string | null | undefined;
}

function FormerNames({ former, onUse, pending }: FormerProps) {
  if (former.length === 0) return null;
  return (
    <div>
      <h4 className="text-sm font-medium">Previous links (still work)</h4>
      <ul className="mt-1 divide-y divide-line">
        {former.map(({ name, path, chosenAt }) => (
          <li key={path} className="flex min-h-12 items-center gap-3 py-1.5">
            <a href={path} className="min-w-0 flex-1 wrap-anywhere hover:underline">
              {labelOf(path)}
              <span className="block text-sm text-ink-2">chosen {formatDay(chosenAt)}</span>
            </a>
            {onUse && (
              <Button
                variant="quiet"
                size="small"
                isPending={pending === name}
                disabled={pending !== undefined && pending !== name}
                onClick={() => onUse(name)}
              >
                Use again<span className="sr-only">: {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const SHOWS = {
  card: 'Opens your card, or your portfolio once more than one card is active.',
  portfolio: 'Opens your portfolio with all your active cards.',
};

function Username({ aliases, cardId }: PartProps) {
  const { username } = aliases;
  const set = useSetUsername(cardId);
  const [isOn, setChosen] = useChosen(username.isOn);
  const choose = (isChosen: boolean) => {
    setChosen(isChosen);
    set.mutate(isChosen, { onSettled: () => setChosen(null) });
  };
  return (
    <div className="grid gap-4 border-t border-line pt-8">
      <h3 className="font-medium">Your username</h3>
      {username.isOn && username.path && <Address path={username.path} />}
      {username.path ? (
        <Switch
          label="Use my username"
          hint={username.isOn ? SHOWS[username.shows] : `${labelOf(username.path)}. ${SHOWS[username.shows]}`}
          checked={isOn}
          onChange={({ target }) => choose(target.checked)}
        />
      ) : (
        <Caution className="text-ink-2">
          <span>
            Your username can’t be used in a link. {username.problem} You can change it in{' '}
            <Link to={paths.dashboardTab('settings')} className="text-gold-ink underline underline-offset-4">
              Settings
            </Link>
            .
          </span>
        </Caution>
      )}
      <p className="text-sm text-ink-2">
        {username.isOn
          ? 'If you change your username, this link changes with it, and the old one redirects.'
          : 'Old links keep working, and no one else can ever claim them.'}
      </p>
      <FormerNames former={username.former} />
    </div>
  );
}
