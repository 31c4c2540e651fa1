import { counted } from '#app/frame/counted.ts';
import type { TeamFigures } from '#shared/teams/figures.ts';

/** Cards and people of the team that nobody in it holds; nothing if there are none. */
export function UnheldNote({ unheld }: Pick<TeamFigures, 'unheld'>) {
  const { cards, views, contacts, leads } = unheld;
  const met = contacts + leads;
  if (cards + met === 0) return null;
  return (
    <p className="border-t border-line pt-3 text-sm text-ink-2 tabular-nums">
      Held by no one: {counted(cards, 'card')}, {counted(views, 'view')}, {counted(met, 'person', 'people')}{' '}
      met. A card’s views go with it, and its people stay with whoever met them until someone else claims it.
    </p>
  );
}
