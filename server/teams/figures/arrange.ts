import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';
import type { FiguresOfDay } from '#shared/teams/figures.ts';

/** Views and visitors by card, by holder (null: nobody) or by day; `cards`: how many. */
export interface CountedViews {
  by: 'card' | 'holder' | 'day';
  key: string | null;
  cards: number;
  views: number;
  visitors: number;
}

/** Contacts and leads by holder (null: nobody) or by day. */
export interface CountedPeople {
  by: 'holder' | 'day';
  key: string | null;
  contacts: number;
  leads: number;
}

const NOTHING = { views: 0, visitors: 0, contacts: 0, leads: 0 };
export const NOTHING_HELD = { cards: 0, ...NOTHING };

export type CountedFigures = ReturnType<typeof arrange>;

/** The counts as they are kept, also of days on which nothing happened. */
export function arrange(
  { seen, met }: { seen: CountedViews[]; met: CountedPeople[] },
  from: string,
  days: number,
) {
  const byDay = new Map<string | null, FiguresOfDay>();
  for (let nth = 0; nth < days; nth += 1) {
    const day = formatUtcDay(new Date(Date.parse(from) + nth * DAY_MS));
    byDay.set(day, { day, ...NOTHING });
  }
  const byHolder = new Map<string | null, typeof NOTHING_HELD>();
  for (const { by, key, cards, ...sums } of seen) {
    if (by === 'holder') byHolder.set(key, { ...NOTHING_HELD, cards, ...sums });
    const day = by === 'day' && byDay.get(key);
    if (day) Object.assign(day, sums);
  }
  for (const { by, key, ...sums } of met) {
    if (by === 'holder') byHolder.set(key, { ...NOTHING_HELD, ...byHolder.get(key), ...sums });
    const day = by === 'day' && byDay.get(key);
    if (day) Object.assign(day, sums);
  }
  return {
    byDay: [...byDay.values()],
    unheld: byHolder.get(null) ?? NOTHING_HELD,
    holders: [...byHolder].flatMap(([id, sums]) => (id === null ? [] : [{ id, ...sums }])),
    cards: seen.flatMap(({ by, key, views, visitors }) =>
      by === 'card' ? [{ id: key, views, visitors }] : [],
    ),
  };
}
