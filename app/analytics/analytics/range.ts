import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { RANGES, type RangeName } from '#shared/analytics/ranges.ts';

/** Which days, and which card, the analytics are about: in the address, so that Back and reload keep them. */
export interface WantedFigures {
  days: RangeName;
  /** A card's id; empty: all of them. */
  card: string;
}

const USUAL: RangeName = '30';

/** True for what the screen shows before anything is chosen. */
export const isUsual = ({ days, card }: WantedFigures): boolean => days === USUAL && card === '';

export function useWanted(): [WantedFigures, (change: Partial<WantedFigures>) => void] {
  const [params, setParams] = useSearchParams();
  const given = params.get('days');
  const wanted = { days: RANGES.find((name) => name === given) ?? USUAL, card: params.get('card') ?? '' };
  const choose = (change: Partial<WantedFigures>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value && value !== USUAL) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  return [wanted, choose];
}

/** "the last 30 days", "all time" */
export const sayRange = (days: RangeName): string => (days === 'all' ? 'all time' : `the last ${days} days`);

/** "up 12%" from one number to another; null where there is nothing to compare with. */
export function sayChange(before: number, now: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'unchanged';
  return `${percent > 0 ? 'up' : 'down'} ${Math.abs(percent).toLocaleString()}%`;
}
