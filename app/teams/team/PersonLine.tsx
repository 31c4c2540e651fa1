import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#ui/Avatar.tsx';

interface PersonLineProps {
  fullName: string;
  /** False for what nobody has: it has no initials. */
  isPerson?: boolean;
  /** After the name. */
  aside?: ReactNode;
  email: string | null;
  badge: ReactNode;
  facts: ReactNode;
  menu: ReactNode;
  /** Below, over the whole width. */
  children?: ReactNode;
}

/** A person in a list of a team: who they are, a badge with their state, facts, and what can be done about them. */
export const PersonLine = ({
  fullName,
  isPerson = true,
  aside,
  email,
  badge,
  facts,
  menu,
  children,
}: PersonLineProps) => (
  <li className="flex items-center gap-4 py-3">
    <span className="max-[22rem]:hidden">
      {isPerson ? (
        <Avatar name={fullName} />
      ) : (
        <span className="grid size-11 place-items-center rounded-full border border-dashed border-control text-ink-2">
          <UserRound size={18} />
        </span>
      )}
    </span>
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 md:grid-cols-[minmax(0,1fr)_9rem_14rem] md:gap-x-6">
      <div className="min-w-0 max-md:col-span-2">
        <p className="truncate font-medium">
          {fullName}
          {aside}
        </p>
        {email && <p className="truncate text-sm text-ink-2">{email}</p>}
      </div>
      <p className="max-md:order-1">{badge}</p>
      <p className="text-sm text-ink-2 tabular-nums">{facts}</p>
      {children}
    </div>
    {menu}
  </li>
);
