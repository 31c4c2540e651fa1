import { type ReactNode, useContext } from 'react';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { type CardFieldName, isBrandField } from '#shared/cards/card-fields.ts';
import { BrandOfCard } from './brand-of-card.ts';

/** Of teams' cards alone. */
const TeamsOwn = lazyAddition(async () => (await import('./TeamsOwn.tsx')).TeamsOwn);

/** Nothing can be dropped on it either; what would upload, remove or pause something is not there, and nothing moves. */
const LOCKED =
  'pointer-events-none [&_button]:hidden [&_label:has(input[type=file])]:hidden [&_i]:[animation-play-state:paused]!';

/** A field of the form, with what the team decides about it. */
export function TeamField({ name, children }: { name: CardFieldName; children: ReactNode }) {
  const brand = useContext(BrandOfCard);
  const field = isBrandField(name) ? brand?.fields[name] : undefined;
  if (!brand || !field || !isBrandField(name)) return children;
  const isLocked = field.mode === 'locked';
  return (
    <fieldset disabled={isLocked} className={`min-w-0 ${isLocked ? LOCKED : ''}`}>
      {children}
      <TeamsOwn name={name} field={field} teamName={brand.teamName} />
    </fieldset>
  );
}
