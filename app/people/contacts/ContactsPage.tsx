import { type ReactNode, Suspense, useRef, useState } from 'react';
import { TeamChips, useTeamHere } from '#app/accounts/auth/TeamChips.tsx';
import { ExchangeOff, useIsExchangeOff } from '#app/accounts/privacy/ExchangeOff.tsx';
import { NextStep } from '#app/cards/cards/NextStep.tsx';
import { isAllHere } from '#app/frame/api/account-here.ts';
import type { Pages } from '#app/frame/api/pages.ts';
import { counted } from '#app/frame/counted.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useDebounced } from '#app/frame/use-debounced.ts';
import type { ContactSummary, Person } from '#shared/people/contacts.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { ContactList } from './ContactList.tsx';
import { useContactSummary, usePeople } from './contacts.queries.ts';
import { ListHead } from './ListHead.tsx';
import { useListState } from './ListToolbar.tsx';
import { sayNoMatches } from './no-matches.ts';
import { type Selection, useSelection } from './use-selection.ts';

const SelectionBar = lazyDialog(async () => (await import('./tools/SelectionBar.tsx')).SelectionBar);
const LiveContacts = lazyAddition(async () => (await import('./live/LiveContacts.tsx')).LiveContacts);

/** The people the owner met. Search and filter are in the URL, so that Back and reload keep them. */
export function ContactsPage() {
  const team = useTeamHere();
  return (
    <>
      <title>{`${team ? `Contacts of ${team.name}` : 'My Contacts'} · Goldleaf`}</title>
      <People key={isAllHere() ? 'all' : team?.id} />
    </>
  );
}

/** The head stays as it is while the list arrives, with what was opened or typed in it. */
function People() {
  const { data: counts, error, refetch } = useContactSummary();
  const state = useListState();
  const { filter, tag } = state;
  const wanted = useDebounced(state.search);
  // After the counts, so that higher counts later mean that the list misses someone.
  const pages = usePeople(wanted, filter, tag, counts !== undefined);
  const list = { search: wanted, filter, tag };
  const isNarrowed = wanted.trim() !== '' || filter !== 'all' || tag !== '';
  const [isBehind, setBehind] = useState(false);
  const total = isNarrowed || isBehind ? undefined : counts?.contacts;
  const selection = useSelection(JSON.stringify([wanted, filter, tag]), total);
  const head = useRef<HTMLDivElement>(null);
  const focusSearch = () => head.current?.querySelector('input')?.focus();
  const clear = () => {
    state.setSearch('');
    state.setFilter('all');
    state.setTag('');
    focusSearch();
  };
  const retry = () => {
    void refetch();
    if (pages.error) pages.refetch();
  };
  return (
    <>
      <Suspense>
        <LiveContacts isHeld={selection.isOn} onBehind={setBehind} />
      </Suspense>
      <div ref={head} className="contents">
        <ListHead
          counts={counts}
          state={state}
          selection={selection}
          count={counts && `${isNarrowed && !pages.isOutdated ? foundOf(pages) : ''}${sayCount(counts)}`}
          bar={
            counts && (
              <SelectionBar
                list={list}
                selection={selection}
                people={pages.rows ?? []}
                onClose={selection.end}
                onDone={() => {
                  selection.end();
                  head.current?.querySelector<HTMLElement>('[role=status]')?.focus({ preventScroll: true });
                }}
              />
            )
          }
        />
      </div>
      <TeamChips own={paths.contacts} ofTeam={paths.contactsOf} />
      {counts ? (
        <ListBody
          pages={pages}
          selection={selection}
          total={isNarrowed ? undefined : counts.contacts + counts.leads}
          none={isNarrowed ? <NoMatches {...list} onClear={clear} /> : <NoContacts />}
        />
      ) : error ? (
        <LoadFailed error={error} retry={retry} />
      ) : (
        <LoadingList />
      )}
    </>
  );
}

interface ListBodyProps {
  pages: Pages<Person>;
  selection: Selection;
  total: number | undefined;
  /** In place of a list without anyone. */
  none: ReactNode;
}

function ListBody({ pages, none, ...list }: ListBodyProps) {
  if (pages.rows && (pages.rows.length > 0 || pages.hasNext))
    return <ContactList people={pages.rows} pages={pages} {...list} />;
  if (pages.rows && !pages.isOutdated) return none;
  if (pages.error) return <LoadFailed error={pages.error} retry={pages.refetch} />;
  return <LoadingList />;
}

/** "3 of ", or "100+ of " until the end has been read. */
const foundOf = ({ rows, hasNext }: Pages<Person>) =>
  rows && `${rows.length.toLocaleString()}${hasNext ? '+' : ''} of `;

/** "60 contacts", "1 contact and 2 leads" */
function sayCount({ contacts, leads }: ContactSummary): string {
  const met = counted(contacts, 'contact');
  return leads === 0 ? met : `${met} and ${counted(leads, 'lead')}`;
}

function NoContacts() {
  const team = useTeamHere();
  const isOff = useIsExchangeOff();
  if (team)
    return (
      <EmptyState
        title="No contacts yet"
        text={`People who connect through cards of ${team.name} appear here.`}
      />
    );
  return (
    <EmptyState
      title="No contacts yet"
      text={
        isOff ? <ExchangeOff /> : 'People appear here when they connect with you via your shared QR codes.'
      }
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {!isOff && <NextStep />}
          <Link to={paths.importContacts} className={buttonClass('secondary')}>
            Import from a file
          </Link>
        </div>
      }
    />
  );
}

function NoMatches({ onClear, ...narrowed }: Parameters<typeof sayNoMatches>[0] & { onClear: () => void }) {
  const team = useTeamHere();
  const whose = (noun: string) =>
    team ? `the ${noun} of ${team.name}` : `${isAllHere() ? 'your and your teams’' : 'your'} ${noun}`;
  const action = (
    <Button variant="secondary" onClick={onClear}>
      Show all contacts
    </Button>
  );
  return <EmptyState title="No matching contacts" text={sayNoMatches(narrowed, whose)} action={action} />;
}

function LoadingList() {
  return (
    <div role="status" aria-label="Loading contacts" className="space-y-4">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}
