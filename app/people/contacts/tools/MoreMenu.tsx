import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { useTeamHere } from '#app/accounts/auth/TeamChips.tsx';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useSaveContactsAs } from '#app/people/contacts/contacts.queries.ts';
import type { ListState } from '#app/people/contacts/ListToolbar.tsx';
import { useNewsItems } from '#app/people/contacts/links/use-news-items.tsx';
import { useTagsHere } from '#app/people/contacts/person/person.queries.ts';
import { NO_TICKS } from '#app/people/contacts/review/choose-unreviewed.ts';
import type { Selection } from '#app/people/contacts/use-selection.ts';
import type { ContactSummary } from '#shared/people/contacts.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useFiltersHere } from './filters.queries.ts';
import { useAlikeCount } from './tools.queries.ts';

const NewsDialog = lazyDialog(
  async () => (await import('#app/people/contacts/links/NewsDialog.tsx')).NewsDialog,
);
const GivenDialog = lazyDialog(
  async () => (await import('#app/people/contacts/links/GivenDialog.tsx')).GivenDialog,
);
const RemindersDialog = lazyDialog(
  async () => (await import('#app/messages/notices/RemindersDialog.tsx')).RemindersDialog,
);
const UnreviewedDialog = lazyDialog(
  async () => (await import('#app/people/contacts/review/UnreviewedDialog.tsx')).UnreviewedDialog,
);
const BlocksDialog = lazyDialog(
  async () => (await import('#app/people/contacts/review/BlocksDialog.tsx')).BlocksDialog,
);
const ChangesDialog = lazyDialog(async () => (await import('./ChangesDialog.tsx')).ChangesDialog);
const EventDialog = lazyDialog(async () => (await import('./EventDialog.tsx')).EventDialog);
const AlikeDialog = lazyDialog(async () => (await import('./AlikeDialog.tsx')).AlikeDialog);
const KeepFilterDialog = lazyDialog(async () => (await import('./KeepFilterDialog.tsx')).KeepFilterDialog);
const ReleasedDialog = lazyDialog(async () => (await import('./ReleasedDialog.tsx')).ReleasedDialog);
const TidyDialog = lazyDialog(async () => (await import('./TidyDialog.tsx')).TidyDialog);

const FORMATS = [
  ['vcard3', 'Export as vCard 3.0'],
  ['vcard4', 'Export as vCard 4.0'],
  ['csv', 'Export as CSV, all columns'],
  ['json', 'Export as JSON'],
] as const;

interface MoreMenuProps {
  state: ListState;
  selection: Selection;
  counts: ContactSummary;
}

type DialogName =
  | 'changes'
  | 'event'
  | 'alike'
  | 'keep'
  | 'tidy'
  | 'news'
  | 'given'
  | 'reminders'
  | 'unreviewed'
  | 'released'
  | 'blocks';

/** Everything that can be done with the list but seldom is. A dot says that contacts have news. */
export function MoreMenu({ state, selection, counts }: MoreMenuProps) {
  const { search, filter, tag } = state;
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const team = useTeamHere();
  const due = useAccount().data?.due;
  const unreviewed = (team ?? due)?.unreviewed;
  const news = useNewsItems(setDialog);
  const { data: alike, ask } = useAlikeCount();
  const { data: tags = [] } = useTagsHere();
  const { data: views = [] } = useFiltersHere();
  const save = useSaveContactsAs({ q: search.trim() || undefined, filter, tag: tag || undefined });
  const close = () => setDialog(null);
  const isAtEvent = due?.event && Date.parse(due.event.endsAt) > Date.now();
  const isNarrowed = search.trim() !== '' || filter !== 'all' || tag !== '';
  const exports =
    counts.contacts > 0
      ? FORMATS.map(([format, label]) => ({
          label: isNarrowed ? `${label}, as shown` : label,
          onSelect: () => save.mutate(format),
        }))
      : [];
  const changes = [
    ...(team ? [] : news),
    ...(counts.contacts > 0 ? [{ label: 'Select', onSelect: () => selection.setTicks(NO_TICKS) }] : []),
    ...(isAtEvent || team ? [] : [{ label: 'At an event?', onSelect: () => setDialog('event') }]),
    ...(unreviewed
      ? [{ label: `${unreviewed.toLocaleString()} unreviewed`, onSelect: () => setDialog('unreviewed') }]
      : []),
    ...(due?.nextReminder && !team ? [{ label: 'Reminders', onSelect: () => setDialog('reminders') }] : []),
    ...(alike && (alike.groups > 0 || alike.isMore)
      ? [{ label: countDuplicates(alike), onSelect: () => setDialog('alike') }]
      : []),
    ...(isNarrowed ? [{ label: 'Save this view…', onSelect: () => setDialog('keep') }] : []),
    ...(tags.length + views.length > 0
      ? [{ label: 'Manage tags and views…', onSelect: () => setDialog('tidy') }]
      : []),
    { label: 'Recent changes…', onSelect: () => setDialog('changes') },
    ...(team
      ? [
          { label: 'Deleted by members…', onSelect: () => setDialog('released') },
          { label: 'Blocked senders…', onSelect: () => setDialog('blocks') },
        ]
      : []),
    ...(team ? [] : [{ label: 'Import from a file', link: <Link to={paths.importContacts} /> }]),
  ];
  const items = selection.maySelect ? [...changes, ...exports] : exports;
  const trigger = (
    <button type="button" aria-label="More" className={`${buttonClass('quiet')} relative px-3!`}>
      <Ellipsis size={18} />
      {news.length > 0 && <span className="absolute top-2 right-2 size-2 rounded-full bg-gold" />}
    </button>
  );
  return (
    <>
      {items.length > 0 && <Menu trigger={trigger} items={items} prepare={ask} />}
      <Opened dialog={dialog} list={{ search, filter, tag }} onClose={close} />
    </>
  );
}

interface OpenedProps {
  dialog: DialogName | null;
  list: Pick<ListState, 'search' | 'filter' | 'tag'>;
  onClose: () => void;
}

function Opened({ dialog, list, onClose }: OpenedProps) {
  return (
    <>
      {dialog === 'changes' && <ChangesDialog onClose={onClose} />}
      {dialog === 'event' && <EventDialog onClose={onClose} />}
      {dialog === 'alike' && <AlikeDialog onClose={onClose} />}
      {dialog === 'keep' && <KeepFilterDialog list={list} onClose={onClose} />}
      {dialog === 'tidy' && <TidyDialog onClose={onClose} />}
      {dialog === 'news' && <NewsDialog onClose={onClose} />}
      {dialog === 'given' && <GivenDialog onClose={onClose} />}
      {dialog === 'reminders' && <RemindersDialog onClose={onClose} />}
      {dialog === 'released' && <ReleasedDialog onClose={onClose} />}
      {dialog === 'blocks' && <BlocksDialog onClose={onClose} />}
      {dialog === 'unreviewed' && <UnreviewedDialog onClose={onClose} />}
    </>
  );
}

function countDuplicates({ groups, isMore }: { groups: number; isMore: boolean }): string {
  if (groups === 1 && !isMore) return '1 possible duplicate';
  // So many contacts that not all of them were compared.
  if (groups === 0) return 'Possible duplicates';
  return `${groups.toLocaleString()}${isMore ? '+' : ''} possible duplicates`;
}
