import { useCallback, useState } from 'react';
import { useTeamHere } from '#app/accounts/auth/TeamChips.tsx';
import { accountHere, isAllHere } from '#app/frame/api/account-here.ts';
import type { Account } from '#shared/accounts/account.ts';
import { NO_TICKS, type Ticks, toggleTick } from './review/choose-unreviewed.ts';

/** Which contacts are selected, and whether the list shows its checkboxes. */
export interface Selection {
  /** False where nothing could be done with it. */
  maySelect: boolean;
  isOn: boolean;
  ticks: Ticks;
  /** How many contacts matched when it began, if that was known: who comes later is not among them. */
  total: number | undefined;
  /** Selects a contact, or no longer; the first begins selecting. */
  onTick: (id: string) => void;
  setTicks: (ticks: Ticks) => void;
  end: () => void;
}

/** Members of a team change one contact at a time, and of a suspended one nobody changes any. */
export const maySelectIn = ({ role, isSuspended }: Account['due']['teams'][number]): boolean =>
  role !== 'member' && !isSuspended;

/** Many are changed in one list at a time, never in that of all accounts. */
function useMaySelect(): boolean {
  const team = useTeamHere();
  return team ? maySelectIn(team) : !isAllHere() && accountHere() === undefined;
}

/** The selection within a list, of which `total` match; another list, by its key, begins with nobody selected. */
export function useSelection(list: string, total: number | undefined): Selection {
  const [chosen, setChosen] = useState<(Pick<Selection, 'ticks' | 'total'> & { list: string }) | null>(null);
  const maySelect = useMaySelect();
  const change = useCallback(
    (next: (ticks: Ticks) => Ticks) =>
      setChosen((now) =>
        now?.list === list ? { ...now, ticks: next(now.ticks) } : { list, total, ticks: next(NO_TICKS) },
      ),
    [list, total],
  );
  const onTick = useCallback((id: string) => change((ticks) => toggleTick(ticks, id)), [change]);
  const { ticks, total: atFirst } = chosen?.list === list ? chosen : { ticks: NO_TICKS, total };
  return {
    maySelect,
    isOn: chosen !== null,
    ticks,
    total: atFirst,
    onTick,
    setTicks: (next) => change(() => next),
    end: () => setChosen(null),
  };
}
