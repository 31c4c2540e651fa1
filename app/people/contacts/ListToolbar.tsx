import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { ContactFilter } from '#shared/people/contact-filters.ts';
import { Input, Select } from '#ui/Field.tsx';
import { filterNamed, LEAD_FILTERS, PEOPLE_FILTERS } from './contact-filters.ts';

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
      const next = new URLSearchParams();
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

export function ListToolbar({
  search,
  setSearch,
  filter,
  setFilter,
}: Pick<ListState, 'search' | 'setSearch' | 'filter' | 'setFilter'>) {
  return (
    <>
      <div className="relative">
        <Search
          size={18}
          strokeWidth={1.5}
          aria-hidden="true"
          className="pointer-events-none absolute top-3 left-3.5 z-1 text-ink-2"
        />
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
      <Select
        label="Show"
        isLabelHidden
        value={filter}
        onChange={(event) => setFilter(filterNamed(event.target.value))}
      >
        {optionsOf(PEOPLE_FILTERS)}
        <optgroup label="Leads">{optionsOf(LEAD_FILTERS)}</optgroup>
      </Select>
    </>
  );
}
