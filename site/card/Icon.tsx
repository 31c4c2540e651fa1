import type { SocialNetwork } from '#shared/contract/links.ts';
import { GLYPHS, SOCIAL_GLYPHS } from './icons.ts';

/** A decoration next to text; screen readers skip it. */
export function Icon({ glyph }: { glyph: keyof typeof GLYPHS }) {
  return <Stroke path={GLYPHS[glyph]} />;
}

export function SocialIcon({ network }: { network: SocialNetwork }) {
  return <Stroke path={SOCIAL_GLYPHS[network]} />;
}

function Stroke({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
