import { useUser } from '#app/accounts/auth/auth.queries.ts';
import type { User } from '#shared/accounts/account.ts';
import { DAY_MS } from '#shared/formats/time.ts';

const LOOKS = {
  quiet: 'text-ink-2',
  large: 'font-display text-xl sm:text-3xl',
};

/** The welcome line; `quiet` where another line leads the screen. */
export function Greeting({ look }: { look: keyof typeof LOOKS }) {
  const user = useUser();
  return <h1 className={`wrap-anywhere ${LOOKS[look]}`}>{user && greet(user)}</h1>;
}

/** Nobody is back on their first day. */
function greet({ isAdmin, fullName, createdAt }: User): string {
  if (isAdmin) return 'Welcome back, Admin';
  const isNew = Date.now() - Date.parse(createdAt) < DAY_MS;
  return isNew ? `Welcome, ${fullName}` : `Welcome back, ${fullName}`;
}
