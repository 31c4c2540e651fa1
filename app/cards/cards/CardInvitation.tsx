import type { ReactNode } from 'react';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { pickInitials } from '#ui/initials.ts';

interface CardInvitationProps {
  title: string;
  text: ReactNode;
  action: ReactNode;
}

/** Before the first card: the place where it will be, with its owner's name on it, and the way to it. */
export function CardInvitation({ title, text, action }: CardInvitationProps) {
  const fullName = useUser()?.fullName ?? '';
  return (
    <section
      aria-labelledby="no-card"
      className="grid grid-cols-[minmax(0,1fr)] items-center gap-6 md:grid-cols-2 md:gap-12"
    >
      <div
        aria-hidden="true"
        className="flex aspect-[1.6] flex-col justify-end rounded-card border border-dashed border-control/60 p-6 text-ink-2"
      >
        <span className="mb-auto grid size-14 place-items-center rounded-surface border border-dashed border-control/60">
          {pickInitials(fullName)}
        </span>
        <p className="truncate font-display text-xl">{fullName}</p>
        <p className="truncate text-sm">Job title · Company</p>
      </div>
      <div>
        <h2 id="no-card" className="font-display text-xl">
          {title}
        </h2>
        <p className="mt-1 mb-5 max-w-md text-ink-2">{text}</p>
        {action}
      </div>
    </section>
  );
}
