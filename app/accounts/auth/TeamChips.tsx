import { ALL, accountHere, isAllHere, withAccount } from '#app/frame/api/account-here.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { useMyTeams } from './auth.queries.ts';

/** The team that this screen is about; undefined if it is about the person's own, or they are not in the team. */
export function useTeamHere() {
  const here = accountHere();
  return useMyTeams().find(({ id }) => id === here);
}

/** The team of a row in a list of all accounts; undefined for one's own. */
export const useTeamOf = ({ teamId }: { teamId?: string | undefined }) =>
  useMyTeams().find(({ id }) => id === teamId);

/** The team that a person belongs to, in any list. */
export function useTeamBehind(person: { teamId?: string | undefined }) {
  const here = useTeamHere();
  return useTeamOf(person) ?? here;
}

/** True if their team is suspended: nothing about them can be changed. */
export const useIsReadOnly = (person: { teamId?: string | undefined }): boolean =>
  useTeamBehind(person)?.isSuspended ?? false;

interface TeamChipsProps {
  own: string;
  ofTeam: (id: string) => string;
  /** False: the screen of one's own shows those of the teams in their place. */
  hasOwn?: boolean;
}

/** The way to everything at once, to one's own list and to that of each team, for whoever is in one. */
export function TeamChips({ own, ofTeam, hasOwn = true }: TeamChipsProps) {
  const here = isAllHere() || !hasOwn ? ALL : accountHere();
  const teams = useMyTeams();
  if (teams.length === 0) return null;
  const chips = [
    { id: ALL, to: withAccount(own, ALL), label: 'All' },
    ...(hasOwn ? [{ id: undefined, to: own, label: 'Yours' }] : []),
    ...teams.map(({ id, name }) => ({ id, to: ofTeam(id), label: name })),
  ];
  return (
    <nav
      aria-label="Your own and your teams’"
      className="-mx-[24px] mb-4 flex gap-2 overflow-x-auto px-[24px] py-1"
    >
      {chips.map(({ id, to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={id === here ? 'page' : undefined}
          className="inline-flex min-h-11 max-w-64 shrink-0 items-center rounded-full border border-line px-4 text-sm font-medium text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
        >
          <span className="truncate">{label}</span>
        </Link>
      ))}
    </nav>
  );
}
