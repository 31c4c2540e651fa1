import type { PublicCard } from '#shared/cards/cards.ts';
import { findPreset } from './background/CardBackground.tsx';
import { derivePalette } from './palette.ts';

type Drawn = Pick<
  PublicCard,
  'template' | 'backgroundVideo' | 'backgroundImage' | 'primaryColor' | 'secondaryColor'
>;

/**
 * Phones paint the area around a page in the color its top has; browsers choose a readable color for their own text.
 */
export function CardThemeColor({ card }: { card: Drawn }) {
  const { fixed, light, dark } = derivePalette(card);
  const hasBackground = findPreset(card) || card.backgroundVideo || card.backgroundImage;
  if (card.template === 'modern' || hasBackground) return <meta name="theme-color" content={fixed.one} />;
  // The classic card lies on its table with a margin all around; the minimal one fills the screen.
  const ground = card.template === 'classic' ? 'table' : 'surface';
  return <ThemeColor light={light[ground]} dark={dark[ground]} />;
}

/** A form's page starts with the form itself. */
export function FormThemeColor({ card }: { card: Drawn }) {
  const { light, dark } = derivePalette(card);
  return <ThemeColor light={light.surface} dark={dark.surface} />;
}

function ThemeColor({ light, dark }: { light: string; dark: string }) {
  return (
    <>
      <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}
