import { useState } from 'react';
import { usePages } from '#app/frame/api/pages.ts';
import { useDebounced } from '#app/frame/use-debounced.ts';
import { PagedTable } from '#app/operations/parts/PagedTable.tsx';
import { PAGE_SIZE, useTablePages } from '#app/operations/parts/use-table-pages.ts';
import { Input } from '#ui/Field.tsx';
import { TeamTable } from './TeamTable.tsx';

/** Every team, newest first, searched and paged by the server. */
export function AllTeams() {
  const [search, setSearch] = useState('');
  const [asked, setPage] = useState(1);
  const wanted = useDebounced(search).trim();
  const pages = usePages('GET /api/admin/teams', { q: wanted || undefined }, PAGE_SIZE);
  return (
    <PagedTable
      pages={pages}
      table={useTablePages(pages, asked)}
      noun="team"
      filters={
        <div className="w-full sm:w-72">
          <Input
            label="Search teams"
            isLabelHidden
            type="search"
            placeholder="Search by name or owner..."
            autoComplete="off"
            value={search}
            onChange={({ target }) => {
              setSearch(target.value);
              setPage(1);
            }}
          />
        </div>
      }
      onPage={setPage}
    >
      {(teams) => (
        <TeamTable
          teams={teams}
          whenEmpty={wanted ? `No team matches “${wanted}”.` : 'No teams yet.'}
          isBusy={pages.isOutdated || pages.isFetching}
        />
      )}
    </PagedTable>
  );
}
