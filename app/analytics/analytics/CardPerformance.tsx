import type { DashboardAnalytics } from '#shared/analytics/analytics.ts';

const NUMBER = 'py-2.5 pl-6 text-right tabular-nums';

/** Every card with its views; the total of all cards comes first. */
export function CardPerformance({ cards }: { cards: DashboardAnalytics['cardAnalytics'] }) {
  return (
    <table className="w-full">
      <thead className="text-sm text-ink-2">
        <tr className="border-b border-line align-bottom">
          <th scope="col" className="w-full py-2 text-left font-normal">
            Card
          </th>
          <th scope="col" className="py-2 pl-6 text-right font-normal sm:whitespace-nowrap">
            Total views
          </th>
          <th scope="col" className="py-2 pl-6 text-right font-normal sm:whitespace-nowrap">
            Unique views
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {cards.map(({ cardId, cardName, views, uniqueViews }) => (
          <tr key={cardId}>
            <th scope="row" className="py-2.5 text-left font-medium wrap-anywhere">
              {cardName}
            </th>
            <td className={NUMBER}>{views.toLocaleString()}</td>
            <td className={NUMBER}>{uniqueViews.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
