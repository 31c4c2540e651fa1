import type { ReactNode } from 'react';
import { MarkShapes } from './Mark.tsx';

/** The six gold designs of the gallery (specification, section 2), each on a 96 by 96 grid. */

const FOIL = 'url(#foil)';
const DEEP = '#8A6A1B';
const PALE = '#EFDC9B';
const GOLD = '#D4AF37';
const DARK = '#B08D28';

export interface LogoDesign {
  name: string;
  thought: string;
  drawing: ReactNode;
}

const LEAF = 'M34 66C33 44 44 33 67 29c1 23-9 36-33 37z';

export const LOGO_DESIGNS: LogoDesign[] = [
  {
    name: 'Simple Elegant Card',
    thought: 'A card and nothing else: one leaf, two lines, a fine inner rule.',
    drawing: (
      <>
        <rect x="12" y="25" width="72" height="46" rx="4" fill={FOIL} />
        <rect x="16" y="29" width="64" height="38" rx="2" fill="none" stroke={DEEP} strokeWidth="0.75" />
        <path fill={DEEP} d="M24 57c-.6-12 5-18 17-20 .6 12-5 19-17 20z" />
        <path stroke={PALE} strokeWidth="1" d="m24.5 56.5 10-11" />
        <path stroke={DEEP} strokeWidth="2" d="M49 44h23M49 52h15" />
      </>
    ),
  },
  {
    name: 'Circular Frame',
    thought: 'A seal: the leaf inside two rings, as pressed into wax.',
    drawing: (
      <>
        <circle cx="48" cy="48" r="40" fill="none" stroke={FOIL} strokeWidth="3" />
        <circle cx="48" cy="48" r="34.5" fill="none" stroke={FOIL} strokeWidth="1" strokeDasharray="1 2.1" />
        <path fill={FOIL} d={LEAF} />
        <path
          fill="none"
          stroke={DEEP}
          strokeWidth="1.5"
          strokeLinecap="round"
          d="m30 70 25-29m-14.5 17 12-1.5M46 51.5l11-1.5M41.5 56l.5-11M47 49.5l.5-8.5"
        />
      </>
    ),
  },
  {
    name: 'Diamond',
    thought: 'Cut like a stone, so that the light on each face differs.',
    drawing: (
      <>
        <path fill={PALE} d="M48 8v26L32 48H10z" />
        <path fill={GOLD} d="M48 8v26l16 14h22z" />
        <path fill={GOLD} d="M48 88V62L32 48H10z" />
        <path fill={DARK} d="M48 88V62l16-14h22z" />
        <path fill={DEEP} d="M48 34v28L32 48z" opacity="0.9" />
        <path fill={DARK} d="M48 34v28l16-14z" />
      </>
    ),
  },
  {
    name: 'Hexagonal',
    thought: 'Six even sides, opened once: a G that holds its shape at any size.',
    drawing: (
      <path
        fill="none"
        stroke={FOIL}
        strokeWidth="8"
        strokeLinejoin="miter"
        d="M78.5 32.5 48 13 17.5 30.5v35L48 83l30.5-17.5V48H50"
      />
    ),
  },
  {
    name: 'Layered Cards',
    thought: 'Two cards cut like leaves. This one is ours.',
    drawing: (
      <g transform="scale(3)">
        <MarkShapes />
      </g>
    ),
  },
  {
    name: 'Minimalist Circle',
    thought: 'A gold coin, and the leaf is what was left out.',
    drawing: (
      <path
        fill={FOIL}
        fillRule="evenodd"
        d={`M48 9a39 39 0 1 1 0 78 39 39 0 0 1 0-78zm-20 63 6.5-6.5C33 44 44 33 67 29c1 23-9 35-31 37L29.5 72.5z`}
      />
    ),
  },
];
