import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { formatDay } from '#app/dates.ts';
import { lazyDialog } from '#app/lazy-dialog.tsx';
import type { AdminUser } from '#shared/admin.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import {
  findUsers,
  PAGE_SIZE,
  pageOfUsers,
  sortUsers,
  type UserColumn,
  type UserOrder,
} from './list-users.ts';

/** Carries a form and its schema, which nobody needs before it is open. */
const BillingDialog = lazyDialog(async () => (await import('./BillingDialog.tsx')).BillingDialog);

const HEADINGS: Record<UserColumn, string> = {
  id: 'ID',
  fullName: 'Name',
  email: 'Email',
  username: 'Username',
  subscriptionStatus: 'Status',
  createdAt: 'Joined',
  isAdmin: 'Admin',
};

/** The latest to join first, as the calls answer. */
const NEWEST: UserOrder = { column: 'createdAt', isDescending: true };

interface UserTableProps {
  users: readonly AdminUser[];
  caption: string;
  columns: readonly UserColumn[];
}

/** Users as a dense table that can be searched, sorted by each column and paged through. */
export function UserTable({ users, caption, columns }: UserTableProps) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState(NEWEST);
  const [wanted, setWanted] = useState(1);
  const text = useDeferredValue(search);
  const found = useMemo(() => sortUsers(findUsers(users, text), order), [users, text, order]);
  const { users: shown, page, pages } = pageOfUsers(found, wanted);
  const captionId = useId();
  const [billed, setBilled] = useState<AdminUser | null>(null);
  const sortBy = (column: UserColumn) => {
    setOrder({
      column,
      isDescending: order.column === column ? !order.isDescending : column === 'createdAt',
    });
    setWanted(1);
  };
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-3">
        <div className="w-full sm:w-80">
          <Input
            label="Search users"
            isLabelHidden
            type="search"
            placeholder="Search users..."
            autoComplete="off"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setWanted(1);
            }}
          />
        </div>
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {range(page, found.length)}
        </p>
      </div>
      {/* Wider than a phone, the table scrolls inside its frame: by touch, wheel, or arrow keys once focused. */}
      <section
        aria-labelledby={captionId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-surface border border-line bg-surface"
      >
        <table className="w-full text-sm">
          <caption id={captionId} className="px-4 py-3 text-left text-ink-2">
            {caption}
          </caption>
          <thead>
            <tr className="border-y border-line">
              {columns.map((column) => (
                <Heading key={column} column={column} order={order} onSort={() => sortBy(column)} />
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map((user) => (
              <tr key={user.id} className="hover:bg-line/30">
                {columns.map((column) => (
                  <td key={column} className={`px-4 py-2 whitespace-nowrap ${CELLS[column] ?? ''}`}>
                    <Cell user={user} column={column} onBilling={() => setBilled(user)} />
                  </td>
                ))}
              </tr>
            ))}
            {shown.length === 0 && (
              <tr>
                <td colSpan={columns.length} className="px-4 py-10 text-center text-ink-2">
                  {text.trim() ? `No user matches “${text.trim()}”.` : 'No users yet.'}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
      {pages > 1 && <Pages page={page} pages={pages} onPage={setWanted} />}
      {billed && <BillingDialog user={billed} onClose={() => setBilled(null)} />}
    </>
  );
}

function range(page: number, total: number): string {
  if (total === 0) return '0 users';
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, total);
  return `${first.toLocaleString()}–${last.toLocaleString()} of ${total.toLocaleString()} ${total === 1 ? 'user' : 'users'}`;
}

function Heading({ column, order, onSort }: { column: UserColumn; order: UserOrder; onSort: () => void }) {
  const isSorted = order.column === column;
  const Icon = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
      className="px-2 text-left font-medium whitespace-nowrap"
    >
      <button
        type="button"
        onClick={onSort}
        className="inline-flex min-h-9 items-center gap-1 rounded-md px-2 text-ink-2 hover:text-ink"
      >
        {HEADINGS[column]}
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" className={isSorted ? '' : 'invisible'} />
      </button>
    </th>
  );
}

/** The colours of section 4: active green, trial blue, expired red, cancelled and any other grey. */
const STATUS_TONES = { active: 'good', trial: 'info', expired: 'danger', cancelled: 'neutral' } as const;

const CELLS: Partial<Record<UserColumn, string>> = {
  id: 'text-ink-2',
  fullName: 'font-medium',
  createdAt: 'tabular-nums',
};

function Cell({ user, column, onBilling }: { user: AdminUser; column: UserColumn; onBilling: () => void }) {
  const value = user[column];
  if (column === 'subscriptionStatus') {
    const { subscriptionStatus: status } = user;
    return (
      <button
        type="button"
        title={`Billing of ${user.fullName}`}
        className="inline-flex min-h-8 items-center rounded-full"
        onClick={onBilling}
      >
        <Badge tone={STATUS_TONES[status]}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>
      </button>
    );
  }
  if (column === 'createdAt') return <time dateTime={user.createdAt}>{formatDay(user.createdAt)}</time>;
  if (column === 'isAdmin') return user.isAdmin ? <Badge tone="gold">Admin</Badge> : 'No';
  return value;
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <nav aria-label="Pages of users" className="flex items-center justify-end gap-2 pt-3">
      <Button variant="secondary" size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        Previous
      </Button>
      <p className="px-2 text-sm text-ink-2 tabular-nums">
        Page {page} of {pages}
      </p>
      <Button variant="secondary" size="small" disabled={page === pages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </nav>
  );
}
