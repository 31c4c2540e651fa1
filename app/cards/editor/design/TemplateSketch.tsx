import { useId } from 'react';
import type { TEMPLATES } from '#shared/contract/constants.ts';

interface Colors {
  primary: string;
  secondary: string;
}

/** A few strokes that show what a template does to a card; the card's own paper is white in any theme. */
export function TemplateSketch({ template, ...colors }: Colors & { template: (typeof TEMPLATES)[number] }) {
  const Strokes = STROKES[template];
  return (
    <svg
      viewBox="0 0 120 90"
      aria-hidden="true"
      className="h-21 w-28 shrink-0 overflow-hidden rounded-control border border-line sm:h-auto sm:w-full"
    >
      <rect width="120" height="90" fill="#fff" />
      <Strokes {...colors} />
    </svg>
  );
}

const GREY = '#d6d3d1';
const INK = '#1a1a1a';

function ModernStrokes({ primary, secondary }: Colors) {
  const id = useId();
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        <stop stopColor={primary} />
        <stop offset="1" stopColor={secondary} />
      </linearGradient>
      <rect width="120" height="32" fill={`url(#${id})`} />
      <circle cx="26" cy="34" r="13" fill={GREY} stroke="#fff" strokeWidth="3" />
      <rect x="13" y="53" width="54" height="6" rx="2" fill={INK} />
      <rect x="13" y="64" width="36" height="3" rx="1.5" fill={GREY} />
      <rect x="13" y="73" width="45" height="9" rx="3" fill={primary} />
      <rect x="62" y="73" width="45" height="9" rx="3" fill="none" stroke={secondary} />
    </>
  );
}

function ClassicStrokes({ primary }: Colors) {
  return (
    <>
      <rect width="120" height="90" fill="#fdfbf5" />
      <ellipse cx="60" cy="20" rx="9" ry="11" fill="none" stroke={primary} strokeWidth="1.5" />
      <rect x="32" y="38" width="56" height="5" rx="1" fill={INK} />
      <path d="M20 50h80M20 52.5h80" stroke={primary} strokeWidth="0.9" />
      <rect x="42" y="60" width="36" height="2.5" rx="1" fill={GREY} />
      <rect x="36" y="67" width="48" height="2.5" rx="1" fill={GREY} />
      <rect x="45" y="74" width="30" height="2.5" rx="1" fill={GREY} />
    </>
  );
}

function MinimalStrokes({ primary }: Colors) {
  return (
    <>
      <rect x="13" y="12" width="15" height="15" fill={GREY} />
      <rect x="13" y="38" width="80" height="3.5" fill={INK} />
      <rect x="13" y="46" width="52" height="3.5" fill={INK} />
      <rect x="13" y="58" width="94" height="1.2" fill={primary} />
      <rect x="13" y="68" width="40" height="2.5" fill={GREY} />
      <rect x="13" y="75" width="48" height="2.5" fill={GREY} />
    </>
  );
}

const STROKES = { modern: ModernStrokes, classic: ClassicStrokes, minimal: MinimalStrokes };
