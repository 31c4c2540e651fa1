import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { alsoHere, isAllHere } from '#app/frame/api/account-here.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { ContactFilter } from '#shared/people/contact-filters.ts';
import { Input, Select } from '#ui/Field.tsx';
import { filterNamed, LEAD_FILTERS, PEOPLE_FILTERS } from './contact-filters.ts';

const OwnOptions = lazyAddition(async () => (await import('./tools/OwnOptions.tsx')).OwnOptions);

/** How long typing must pause before the URL is updated: browsers refuse more than a few updates per second. */
const URL_FOLLOWS_MS = 300;

export interface ListState {
  search: string;
  setSearch: (search: string) => void;
  filter: ContactFilter;
  setFilter: (filter: ContactFilter) => void;
  /** Only contacts with this tag; '' for all. */
  tag: string;
  setTag: (tag: string) => void;
}

/** Search, filter and tag, mirrored in the URL, so that Back and reload keep them. */
export function useListState(): ListState {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const [filter, setFilter] = useState(filterNamed(address.get('filter')));
  const [tag, setTag] = useState(address.get('tag') ?? '');
  useEffect(() => {
    const timer = setTimeout(() => {
      // While the next screen is loading this one is still shown, and must not change its address.
      if (window.location.pathname !== paths.contacts) return;
      const next = new URLSearchParams(alsoHere('').slice(1));
      if (search) next.set('search', search);
      if (filter !== 'all') next.set('filter', filter);
      if (tag) next.set('tag', tag);
      if (next.toString() === new URLSearchParams(window.location.search).toString()) return;
      setAddress(next, { replace: true, preventScrollReset: true });
    }, URL_FOLLOWS_MS);
    return () => clearTimeout(timer);
  }, [search, filter, tag, setAddress]);
  return { search, setSearch, filter, setFilter, tag, setTag };
}

const optionsOf = (filters: typeof PEOPLE_FILTERS | typeof LEAD_FILTERS) =>
  filters.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export function SearchBox({ search, setSearch }: Pick<ListState, 'search' | 'setSearch'>) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search size={18} className="pointer-events-none absolute top-3 left-3.5 z-1 text-ink-2" />
      <Input
        label="Search contacts"
        isLabelHidden
        type="search"
        placeholder="Search contacts..."
        className="pr-2 pl-11"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
    </div>
  );
}

/** Tags and saved views have a prefix among the filters. */
const TAG = 'tag:';
const VIEW = 'view:';

/** One menu of what the list shows: a filter, a tag, or a view that was saved. */
export function ShowMenu({ setSearch, filter, setFilter, tag, setTag }: ListState) {
  const choose = (value: string) => {
    const view = value.startsWith(VIEW) ? JSON.parse(value.slice(VIEW.length)) : null;
    if (view) setSearch(view.q ?? '');
    setTag(view ? (view.tag ?? '') : value.startsWith(TAG) ? value.slice(TAG.length) : '');
    setFilter(filterNamed(view ? (view.filter ?? null) : value));
  };
  return (
    <Select
      label="Show"
      isLabelHidden
      value={tag ? TAG + tag : filter}
      onChange={({ target }) => choose(target.value)}
    >
      {optionsOf(PEOPLE_FILTERS)}
      <optgroup label="Leads">{optionsOf(LEAD_FILTERS)}</optgroup>
      {!isAllHere() && (
        <Suspense fallback={tag && <option value={TAG + tag}>{tag}</option>}>
          <OwnOptions tag={tag} tagPrefix={TAG} viewPrefix={VIEW} />
        </Suspense>
      )}
    </Select>
  );
}
