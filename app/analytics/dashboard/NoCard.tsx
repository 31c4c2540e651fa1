import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { pickInitials } from '#ui/initials.ts';
import { Greeting } from './Greeting.tsx';
import { QuickActions } from './QuickActions.tsx';

/** Before the first card: the place where it will be, with its owner's name on it. */
export function NoCard() {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <Greeting look="large" />
      <section aria-labelledby="no-card" className="grid items-center gap-6 md:grid-cols-2 md:gap-12">
        <div
          aria-hidden="true"
          className="flex aspect-[1.6] flex-col justify-end rounded-card border border-dashed border-control/60 p-6 text-ink-2"
        >
          <span className="mb-auto grid size-14 place-items-center rounded-surface border border-dashed border-control/60">
            {pickInitials(user.fullName)}
          </span>
          <p className="truncate font-display text-xl">{user.fullName}</p>
          <p className="truncate text-sm">Job title · Company</p>
        </div>
        <div>
          <h2 id="no-card" className="font-display text-xl">
            Your card is two minutes away.
          </h2>
          <p className="mt-1 mb-5 text-ink-2">
            Add your details, pick a look, and hold up the code. Nothing is public until you create it.
          </p>
          <QuickActions count={0} />
        </div>
      </section>
    </>
  );
}
