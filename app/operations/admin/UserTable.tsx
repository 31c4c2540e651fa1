import { ArrowDown, ArrowUp, Receipt, UserCog } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { CELL_BUTTON, NoRows, SUBSCRIPTION_TONES, TableFrame } from '#app/operations/parts/TableFrame.tsx';
import { capitalize } from '#shared/formats/capitalize.ts';
import type { AdminUser } from '#shared/operations/admin.ts';
import { Badge } from '#ui/Badge.tsx';

export type UserColumn = Exclude<keyof AdminUser, 'suspendedAt'>;

/** Contains a form and its schema, which nobody needs before it is opened. */
const BillingDialog = lazyDialog(async () => (await import('./BillingDialog.tsx')).BillingDialog);
const AccountDialog = lazyDialog(async () => (await import('./AccountDialog.tsx')).AccountDialog);

const HEADINGS: Record<UserColumn, string> = {
  id: 'ID',
  fullName: 'Name',
  email: 'Email',
  username: 'Username',
  subscriptionStatus: 'Status',
  createdAt: 'Joined',
  isAdmin: 'Admin',
};

export interface TableOrder {
  column: UserColumn;
  isDescending: boolean;
}

interface OpenedDialog {
  what: 'billing' | 'account';
  user: AdminUser;
}

interface UserTableProps {
  users: readonly AdminUser[];
  caption: string;
  columns: readonly UserColumn[];
  /** The columns by which the table can be sorted. */
  ordered: readonly UserColumn[];
  order: TableOrder;
  onOrder: (order: TableOrder) => void;
  whenEmpty: string;
  isBusy: boolean;
}

/** Users as a dense table, sorted by pressing a column heading. */
export function UserTable({
  users,
  caption,
  columns,
  ordered,
  order,
  onOrder,
  whenEmpty,
  isBusy,
}: UserTableProps) {
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const orderBy = (column: UserColumn) =>
    onOrder({
      column,
      isDescending: order.column === column ? !order.isDescending : column === 'createdAt',
    });
  return (
    <>
      <TableFrame caption={caption} isBusy={isBusy}>
        <thead>
          <tr className="border-y border-line">
            {columns.map((column) => (
              <Heading
                key={column}
                column={column}
                order={order}
                onOrder={ordered.includes(column) ? () => orderBy(column) : undefined}
              />
            ))}
          </tr>
        </thead>
        <Rows
          users={users}
          columns={columns}
          whenEmpty={isBusy ? 'Loading users...' : whenEmpty}
          onOpen={setOpened}
        />
      </TableFrame>
      {opened?.what === 'billing' && <BillingDialog user={opened.user} onClose={() => setOpened(null)} />}
      {opened?.what === 'account' && <AccountDialog user={opened.user} onClose={() => setOpened(null)} />}
    </>
  );
}

type RowsProps = Pick<UserTableProps, 'users' | 'columns' | 'whenEmpty'> & {
  onOpen: (dialog: OpenedDialog) => void;
};

function Rows({ users, columns, whenEmpty, onOpen }: RowsProps) {
  return (
    <tbody className="divide-y divide-line">
      {users.map((user) => (
        <tr key={user.id} className="hover:bg-line/30">
          {columns.map((column) => (
            <td key={column} className={`px-4 py-2 whitespace-nowrap ${CELLS[column] ?? ''}`}>
              <Cell user={user} column={column} onOpen={(what) => onOpen({ what, user })} />
            </td>
          ))}
        </tr>
      ))}
      {users.length === 0 && <NoRows columns={columns.length} text={whenEmpty} />}
    </tbody>
  );
}

interface HeadingProps {
  column: UserColumn;
  order: TableOrder;
  onOrder: (() => void) | undefined;
}

function Heading({ column, order, onOrder }: HeadingProps) {
  if (!onOrder) {
    return (
      <th scope="col" className="px-4 text-left font-medium whitespace-nowrap text-ink-2">
        {HEADINGS[column]}
      </th>
    );
  }
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
        onClick={onOrder}
        className="inline-flex min-h-9 items-center gap-1 rounded-md px-2 text-ink-2 hover:text-ink"
      >
        {HEADINGS[column]}
        <Icon size={14} className={isSorted ? '' : 'invisible'} />
      </button>
    </th>
  );
}

const CELLS: Partial<Record<UserColumn, string>> = {
  id: 'text-ink-2',
  fullName: 'font-medium',
  createdAt: 'tabular-nums',
};

interface CellProps {
  user: AdminUser;
  column: UserColumn;
  onOpen: (what: OpenedDialog['what']) => void;
}

function Cell({ user, column, onOpen }: CellProps) {
  const value = user[column];
  if (column === 'subscriptionStatus') {
    const { subscriptionStatus: status } = user;
    return (
      <button
        type="button"
        title={`Billing of ${user.fullName}`}
        className={CELL_BUTTON}
        onClick={() => onOpen('billing')}
      >
        <Badge tone={SUBSCRIPTION_TONES[status]}>{capitalize(status)}</Badge>
        <Receipt size={16} className="text-ink-2" />
      </button>
    );
  }
  if (column === 'fullName') {
    return (
      <>
        <button
          type="button"
          title={`Account of ${user.fullName}`}
          className={CELL_BUTTON}
          onClick={() => onOpen('account')}
        >
          {user.fullName}
          <UserCog size={16} className="text-ink-2" />
        </button>
        {user.suspendedAt && (
          <span className="ml-2">
            <Badge tone="danger">Suspended</Badge>
          </span>
        )}
      </>
    );
  }
  if (column === 'createdAt') return <time dateTime={user.createdAt}>{formatDay(user.createdAt)}</time>;
  if (column === 'isAdmin') return user.isAdmin ? <Badge tone="gold">Admin</Badge> : 'No';
  return value;
}
