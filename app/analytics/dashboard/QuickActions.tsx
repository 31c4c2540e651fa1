import { NewCardLink } from '#app/cards/cards/NewCardLink.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';

const QUIET =
  'inline-flex min-h-11 items-center font-medium text-gold-ink underline-offset-4 hover:underline';

/** The three ways on. `isQuiet`: another button leads the screen. */
export function QuickActions({ count, isQuiet = false }: { count: number; isQuiet?: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <NewCardLink label="Create New Card" count={count} isQuiet={isQuiet} />
      <div className="flex flex-wrap gap-x-6">
        <Link to={paths.contacts} className={QUIET}>
          Manage Contacts
        </Link>
        <Link to={paths.cards} className={QUIET}>
          View My Cards
        </Link>
      </div>
    </div>
  );
}
