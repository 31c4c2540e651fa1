import { Bookmark, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { filterNamed } from '#app/people/contacts/contact-filters.ts';
import type { ListState } from '#app/people/contacts/ListToolbar.tsx';
import { useTags } from '#app/people/contacts/person/person.queries.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useFilters } from './filters.queries.ts';

const KeepFilterDialog = lazyDialog(async () => (await import('./KeepFilterDialog.tsx')).KeepFilterDialog);
const TidyDialog = lazyDialog(async () => (await import('./TidyDialog.tsx')).TidyDialog);

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** One tag to look at, and lists kept under names; neither is there before the owner has a use for it. */
export function ListFilters({ state }: { state: ListState }) {
  const { search, setSearch, filter, setFilter, tag, setTag } = state;
  const { data: tags = [] } = useTags();
  const { data: filters = [] } = useFilters();
  const [dialog, setDialog] = useState<'keep' | 'tidy' | null>(null);
  const names = tags.map(({ name }) => name);
  const isNarrowed = search.trim() !== '' || filter !== 'all' || tag !== '';
  const close = () => setDialog(null);
  const items = [
    ...filters.map(({ id, name, query }) => ({
      label: name,
      icon: <Bookmark key={id} {...ICON} />,
      onSelect: () => {
        setSearch(query.q ?? '');
        setFilter(filterNamed(query.filter ?? null));
        setTag(query.tag ?? '');
      },
    })),
    ...(isNarrowed ? [{ label: 'Keep this list as…', onSelect: () => setDialog('keep') }] : []),
    ...(names.length + filters.length > 0
      ? [
          {
            label: 'Tidy up tags and filters…',
            icon: <Settings2 {...ICON} />,
            onSelect: () => setDialog('tidy'),
          },
        ]
      : []),
  ];
  return (
    <>
      {(names.length > 0 || tag) && (
        <select
          aria-label="Tag"
          value={tag}
          onChange={({ target }) => setTag(target.value)}
          className={`min-h-9 max-w-48 rounded-control bg-transparent px-2.5 text-sm max-sm:max-w-40 hover:bg-line/50 ${tag ? 'font-medium text-ink' : 'text-ink-2'}`}
        >
          <option value="">Any tag</option>
          {[...new Set([...(tag ? [tag] : []), ...names])].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      {items.length > 0 && (
        <Menu
          items={items}
          trigger={
            <Button variant="quiet" size="small">
              <Bookmark {...ICON} />
              My filters
            </Button>
          }
        />
      )}
      {dialog === 'keep' && <KeepFilterDialog list={{ search, filter, tag }} onClose={close} />}
      {dialog === 'tidy' && <TidyDialog onClose={close} />}
    </>
  );
}
