import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';
import type { FiguresOfDay } from '#shared/teams/figures.ts';

/** Views and visitors of a card in a range, and of those its days that change no more. */
export interface CardSums extends Record<string, unknown> {
  id: string;
  /** Null: nobody. */
  holderId: string | null;
  views: number;
  visitors: number;
  closedViews: number;
  closedVisitors: number;
}

/** `day` as YYYY-MM-DD. */
export type DaySums = Pick<FiguresOfDay, 'day' | 'views' | 'visitors'>;

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
  { seen, met }: { seen: { cards: CardSums[]; days: DaySums[] }; met: CountedPeople[] },
  from: string,
  days: number,
) {
  const byDay = new Map<string | null, FiguresOfDay>();
  for (let nth = 0; nth < days; nth += 1) {
    const day = formatUtcDay(new Date(Date.parse(from) + nth * DAY_MS));
    byDay.set(day, { day, ...NOTHING });
  }
  const byHolder = new Map<string | null, typeof NOTHING_HELD>();
  for (const { day, views, visitors } of seen.days) Object.assign(byDay.get(day) ?? {}, { views, visitors });
  for (const { holderId, views, visitors } of seen.cards) {
    const held = byHolder.get(holderId) ?? { ...NOTHING_HELD };
    held.cards += 1;
    held.views += views;
    held.visitors += visitors;
    byHolder.set(holderId, held);
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
    cards: seen.cards.map(({ id, views, visitors, closedViews, closedVisitors }) => ({
      ...{ id, views, visitors },
      closed_views: closedViews,
      closed_visitors: closedVisitors,
    })),
  };
}
