import { ArrowLeft, ChevronDown, Download, Plus, Search, X } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTeamHere } from '#app/accounts/auth/TeamChips.tsx';
import { isAllHere } from '#app/frame/api/account-here.ts';
import { BackLink } from '#app/frame/BackLink.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { ContactSummary } from '#shared/people/contacts.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useSaveContacts } from './contacts.queries.ts';
import { type ListState, SearchBox, ShowMenu } from './ListToolbar.tsx';
import { SuspendedTeam } from './SuspendedTeam.tsx';
import { maySelectIn, type Selection } from './use-selection.ts';

const AddContactDialog = lazyDialog(async () => (await import('./AddContactDialog.tsx')).AddContactDialog);
const ScanDialog = lazyDialog(async () => (await import('./scan/ScanDialog.tsx')).ScanDialog);
const ListMenu = lazyAddition(async () => (await import('./tools/AccountMenu.tsx')).ListMenu);
const ExportMenu = lazyAddition(async () => (await import('./tools/AccountMenu.tsx')).ExportMenu);
const MoreMenu = lazyAddition(async () => (await import('./tools/MoreMenu.tsx')).MoreMenu);

interface ListHeadProps {
  /** Neither they nor `count` are known while the list loads. */
  counts: ContactSummary | undefined;
  state: ListState;
  selection: Selection;
  /** "3 of 60 contacts" */
  count: string | undefined;
  /** In place of search and filter while contacts are selected; its place is kept while it loads. */
  bar: ReactNode;
}

/**
 * The title of the list with its count, and what can be done with it: on a phone one line, in which search takes the
 * place of the title, and one that scrolls sideways; elsewhere the search stands below the title.
 */
export function ListHead({ counts, state, selection, count, bar }: ListHeadProps) {
  const [isSearching, setIsSearching] = useState(state.search !== '');
  const team = useTeamHere();
  const isMember = team?.role === 'member';
  const openSearch = () => {
    setIsSearching(true);
    setTimeout(() => document.querySelector<HTMLInputElement>('input[type=search]')?.focus());
  };
  const closeSearch = () => {
    state.setSearch('');
    setIsSearching(false);
  };
  return (
    <>
      <span className="max-md:hidden">
        <BackLink />
      </span>
      <div
        className={`flex min-h-11 flex-wrap items-center justify-end gap-x-1 max-md:-mt-8 max-md:flex-nowrap max-md:-mr-3 max-[22.5rem]:gap-x-0 md:mb-4 md:gap-x-2 md:gap-y-2 ${isSearching ? 'max-md:hidden' : ''}`}
      >
        <Title count={count} />
        <span className="flex max-md:hidden">
          <ListLinks />
        </span>
        <Button
          variant="quiet"
          className="px-3! md:hidden"
          aria-label="Search"
          aria-expanded={isSearching}
          onClick={openSearch}
        >
          <Search size={18} />
        </Button>
        <span className="min-w-11">
          {counts && !isMember && (
            <Suspense>
              {isAllHere() ? (
                <ListMenu mayIn={maySelectIn} />
              ) : (
                <MoreMenu counts={counts} state={state} selection={selection} />
              )}
            </Suspense>
          )}
        </span>
        {!team?.isSuspended && <AddMenu />}
      </div>
      {team?.isSuspended && <SuspendedTeam className="mb-2" />}
      <div className="sticky top-0 z-10 -mx-[24px] bg-paper px-[24px] pb-1 md:py-3 lg:-mx-[48px] lg:px-[48px]">
        {selection.isOn ? (
          <div className="min-h-11 max-[43rem]:min-h-22 max-[21.25rem]:min-h-33">{bar}</div>
        ) : (
          <SearchRow state={state} isSearching={isSearching} onClose={closeSearch} />
        )}
      </div>
    </>
  );
}

type SearchRowProps = Pick<ListHeadProps, 'state'> & { isSearching: boolean; onClose: () => void };

/** Search, what the list shows, and on a phone the specified buttons, which scroll sideways beside it. */
function SearchRow({ state, isSearching, onClose }: SearchRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <div className={`flex min-w-0 flex-1 gap-1 max-md:basis-full ${isSearching ? '' : 'max-md:hidden'}`}>
        <SearchBox search={state.search} setSearch={state.setSearch} />
        <CloseSearch onClick={onClose} />
      </div>
      <div className="-mx-[24px] flex min-w-0 items-center gap-1 px-[24px] max-md:basis-[calc(100%+48px)] max-md:overflow-x-auto max-md:gap-0 max-md:[&_:is(a,button)]:px-2 md:mx-0 md:px-0 [&>*]:shrink-0 max-md:[&_select]:border-transparent! max-md:[&_select]:bg-transparent max-md:[&_select]:pl-0 max-md:[&_select]:font-medium max-md:supports-[field-sizing:content]:[&_select]:[field-sizing:content]">
        <ShowMenu {...state} />
        <span className="flex md:hidden">
          <ListLinks />
        </span>
      </div>
    </div>
  );
}

const CloseSearch = ({ onClick }: { onClick: () => void }) => (
  <Button variant="quiet" className="px-3! md:hidden" aria-label="Close search" onClick={onClick}>
    <X size={18} />
  </Button>
);

/** The title with the count of the list, of which a phone shows the number alone. */
function Title({ count }: { count: string | undefined }) {
  return (
    <>
      <Link
        to={paths.dashboard}
        aria-label="Back to Dashboard"
        className={`${buttonClass('quiet')} -ml-3 min-w-11 justify-center px-0! md:hidden`}
      >
        <ArrowLeft size={18} />
      </Link>
      <h1 className="font-display min-w-0 truncate text-[1.5rem] max-[22.5rem]:text-[1.25rem] md:text-2xl lg:text-3xl">
        {useTeamHere()?.name ?? 'My Contacts'}
      </h1>
      <p
        role="status"
        tabIndex={-1}
        className="ml-1 flex-1 self-end md:min-w-0 lg:min-w-fit pb-2 text-sm whitespace-nowrap text-ink-2 tabular-nums"
      >
        <span aria-hidden="true" className="max-[24rem]:hidden md:hidden">
          {count?.replace(/ contacts?\b.*/, '')}
        </span>
        <span className="max-md:sr-only">{count}</span>
      </p>
    </>
  );
}

function ListLinks() {
  const save = useSaveContacts();
  return (
    <>
      {isAllHere() ? (
        <Suspense>
          <ExportMenu />
        </Suspense>
      ) : (
        <Button
          variant="quiet"
          isPending={save.isPending}
          pendingLabel="Exporting..."
          onClick={() => save.mutate(undefined)}
        >
          <Download size={18} className="max-lg:hidden" />
          Export Contacts
        </Button>
      )}
      <Link to={paths.cards} className={buttonClass('quiet')}>
        View My Cards
      </Link>
    </>
  );
}

/** One button for both ways to add someone: typing, and a picture of their paper card. */
function AddMenu() {
  const [dialog, setDialog] = useState<'add' | 'scan' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        trigger={
          <Button className="max-md:bg-transparent! max-md:px-3! max-md:text-ink!" aria-label="Add">
            <Plus size={18} />
            <span className="max-md:hidden">Add</span>
            <ChevronDown size={18} className="max-md:hidden" />
          </Button>
        }
        items={[
          { label: 'Add Contact', onSelect: () => setDialog('add') },
          { label: 'Scan a paper card', onSelect: () => setDialog('scan') },
        ]}
      />
      {dialog === 'add' && <AddContactDialog onClose={close} />}
      {dialog === 'scan' && <ScanDialog onClose={close} />}
    </>
  );
}
