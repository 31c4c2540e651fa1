import { useCallback, useState } from 'react';
import { NO_TICKS, type Ticks, toggleTick } from './review/choose-unreviewed.ts';

/** Which contacts are selected, and whether the list shows its checkboxes. */
export interface Selection {
  isOn: boolean;
  ticks: Ticks;
  /** Selects a contact, or no longer; the first begins selecting. */
  onTick: (id: string) => void;
  setTicks: (ticks: Ticks) => void;
  end: () => void;
}

/** The selection within a list; another list, by its key, begins with nobody selected. */
export function useSelection(list: string): Selection {
  const [chosen, setChosen] = useState<{ list: string; ticks: Ticks } | null>(null);
  const setTicks = useCallback((ticks: Ticks) => setChosen({ list, ticks }), [list]);
  const onTick = useCallback(
    (id: string) =>
      setChosen((now) => ({ list, ticks: toggleTick(now?.list === list ? now.ticks : NO_TICKS, id) })),
    [list],
  );
  return {
    isOn: chosen !== null,
    ticks: chosen?.list === list ? chosen.ticks : NO_TICKS,
    onTick,
    setTicks,
    end: () => setChosen(null),
  };
}
