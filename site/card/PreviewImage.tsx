import type { PublicCard } from '#shared/cards.ts';
import { PRODUCT } from '#shared/constants.ts';
import { MarkShapes } from '#site/logo/Mark.tsx';
import { PREVIEW_SIZE } from '#site/OpenGraph.tsx';
import { initials } from './head-parts.tsx';
import { paletteOf } from './palette.ts';

/** The fonts of the preview images that the server draws. */
export const PREVIEW_FONTS: Record<PublicCard['template'], { family: string; weight: number }> = {
  modern: { family: 'Inter, Helvetica, Arial, "DejaVu Sans", sans-serif', weight: 700 },
  classic: { family: 'Palatino, "URW Palladio L", P052, Georgia, "DejaVu Serif", serif', weight: 400 },
  minimal: { family: 'Inter, Helvetica, Arial, "DejaVu Sans", sans-serif', weight: 300 },
};

const TEXT_LEFT = 488;
const TEXT_WIDTH = 650;
/** Width of an average letter, as a fraction of its size. */
const LETTER = 0.58;
const NAME_SIZES = [92, 76, 60, 46];
const LINES_MAX = 3;

/** Wraps words into lines of at most `letters`; longer words are cut, and what does not fit ends in an ellipsis. */
function wrap(text: string, letters: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+|(?<=-)/)) {
    const last = lines.length - 1;
    const longer = `${lines[last]}${lines[last]?.endsWith('-') ? '' : ' '}${word}`.trim();
    if (!lines[last] || [...longer].length <= letters) lines[last] = longer;
    else lines.push(word);
  }
  return lines.map((line) =>
    [...line].length > letters ? `${[...line].slice(0, letters - 1).join('')}…` : line,
  );
}

function setName(name: string): { size: number; lines: string[] } {
  const fits = (size: number) => {
    const letters = Math.floor(TEXT_WIDTH / (size * LETTER));
    const lines = wrap(name, letters);
    return lines.length <= LINES_MAX && !lines.some((line) => line.endsWith('…')) ? { size, lines } : null;
  };
  for (const size of NAME_SIZES) {
    const set = fits(size);
    if (set) return set;
  }
  const smallest = NAME_SIZES.at(-1) ?? 0;
  return {
    size: smallest,
    lines: wrap(name, Math.floor(TEXT_WIDTH / (smallest * LETTER))).slice(0, LINES_MAX),
  };
}

interface PreviewImageProps {
  card: PublicCard;
  /** The photo as a data URL. */
  photo: string | null;
}

export function PreviewImage({ card, photo }: PreviewImageProps) {
  const { fixed, light } = paletteOf(card);
  const { family, weight } = PREVIEW_FONTS[card.template];
  const { size, lines } = setName(card.fullName);
  const facts = [card.jobTitle, card.company, card.location].flatMap((fact) =>
    fact ? wrap(fact, 34).slice(0, 1) : [],
  );
  const nameTop = 315 - (lines.length * size * 1.08 + facts.length * 48) / 2 + size * 0.8;
  const factsTop = nameTop + (lines.length - 1) * size * 1.08 + 64;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" {...PREVIEW_SIZE} viewBox="0 0 1200 630" fontFamily={family}>
      <title>{card.fullName}</title>
      <defs>
        <linearGradient id="blend" x2="0.4" y2="1">
          <stop stopColor={fixed.one} />
          <stop offset="1" stopColor={fixed.two} />
        </linearGradient>
        <clipPath id="round">
          <circle cx="210" cy="315" r="134" />
        </clipPath>
      </defs>
      <rect width="1200" height="630" fill={light.paper} />
      <rect width="420" height="630" fill="url(#blend)" />
      <circle cx="210" cy="315" r="144" fill={light.paper} />
      {photo ? (
        <Photo href={photo} />
      ) : (
        <text x="210" y="350" fontSize="100" fontWeight={weight} textAnchor="middle" fill={light['ink-one']}>
          {initials(card.fullName)}
        </text>
      )}
      <g fill={light.ink} fontSize={size} fontWeight={weight}>
        {lines.map((line, index) => (
          <text key={line} x={TEXT_LEFT} y={nameTop + index * size * 1.08}>
            {line}
          </text>
        ))}
      </g>
      <g fill={light['ink-2']} fontSize="34">
        {facts.map((fact, index) => (
          <text key={fact} x={TEXT_LEFT} y={factsTop + index * 48}>
            {fact}
          </text>
        ))}
      </g>
      <svg x="1014" y="553" width="40" height="40" viewBox="0 0 32 32" aria-hidden="true">
        <MarkShapes />
      </svg>
      <text x="1062" y="585" fontSize="26" fill={light['ink-2']}>
        {PRODUCT}
      </text>
    </svg>
  );
}

const Photo = ({ href }: { href: string }) => (
  <image
    href={href}
    x="76"
    y="181"
    width="268"
    height="268"
    clipPath="url(#round)"
    preserveAspectRatio="xMidYMid slice"
  />
);
