/**
 * Portraits and pictures of people who do not exist, drawn here: the demo needs no network and shows no real person.
 */

const SIDE = 800;

interface Face {
  skin: string;
  shade: string;
  lip: string;
  hair: string;
  hairLight: string;
  /** Paths behind and before the face, on a canvas of 800 × 800 with the chin at 400, 520. */
  hairBehind: string;
  hairBefore: string;
  brow: string;
  iris: string;
  clothes: string;
  clothesLight: string;
  /** Clothing over the shoulders: collar, scarf, lapels. */
  detail: string;
  backdrop: [string, string];
}

export type DemoPortrait = 'amara' | 'jonas' | 'mei';

const FACES: Record<DemoPortrait, Face> = {
  amara: {
    skin: '#8d5a3b',
    shade: '#6b3f28',
    lip: '#7c3330',
    hair: '#1f1613',
    hairLight: '#3a2a22',
    hairBehind: 'M400 88c-152-6-238 88-232 214 4 106 74 186 232 186s228-80 232-186c6-126-80-220-232-214z',
    hairBefore:
      'M264 316c-6-92 40-152 134-154 96-2 146 58 140 154-14-54-40-86-66-98-44 20-112 26-158 8-24 18-42 50-50 90z',
    brow: '#1f1613',
    iris: '#3b2415',
    clothes: '#b8762f',
    clothesLight: '#d59a4e',
    detail: '<path d="M300 600q100 96 200 0l26 20q-126 132-252 0z" fill="#8e5620"/>',
    backdrop: ['#e8ddcf', '#b9a48c'],
  },
  jonas: {
    skin: '#e3b594',
    shade: '#c18a68',
    lip: '#b06a5c',
    hair: '#8a5a2c',
    hairLight: '#b98246',
    hairBehind: 'M400 140c-112 0-150 76-146 172l16 70h262l14-70c6-100-40-172-146-172z',
    hairBefore:
      'M258 318c-18-104 42-176 146-178 100-2 158 62 138 178-10-40-20-62-36-80-62 14-136 8-176-26-34 22-60 58-72 106z',
    brow: '#7a4f28',
    iris: '#4d6f86',
    clothes: '#27323d',
    clothesLight: '#3d4d5c',
    detail:
      '<path d="M306 604l94 110 94-110 34 18-70 178H342l-70-178z" fill="#efe9df"/><path d="M400 714l-30 86h60z" fill="#d9d0c2"/>' +
      '<path d="M270 616l130 184H190zM530 616L400 800h210z" fill="#1d262f"/>',
    backdrop: ['#cfd6d6', '#8b9a9c'],
  },
  mei: {
    skin: '#efc9a9',
    shade: '#d3a17f',
    lip: '#b3524f',
    hair: '#15120f',
    hairLight: '#37302a',
    hairBehind:
      'M400 118c-134-4-186 90-180 200l-16 250q84 40 112-10h168q34 52 112 10l-16-250c6-112-48-198-180-200z',
    hairBefore:
      'M256 340c-10-130 46-194 146-194 98 0 154 66 142 194-6-40-14-66-26-90-70 8-170 10-228-2-16 24-28 52-34 92z',
    brow: '#1d1814',
    iris: '#2b1a10',
    clothes: '#e9e4da',
    clothesLight: '#fbf8f2',
    detail: '<path d="M318 590h164l12 48q-94 52-188 0z" fill="#dcd4c6"/>',
    backdrop: ['#d9c7bd', '#a78478'],
  },
};

function drawEye(x: number, face: Face): string {
  return `
    <ellipse cx="${x}" cy="352" rx="36" ry="22" fill="${face.shade}" opacity=".35" filter="url(#soft)"/>
    <path d="M${x - 29} 356q29-31 58 0q-29 19-58 0z" fill="#f7f1ea"/>
    <circle cx="${x}" cy="351" r="13.5" fill="${face.iris}"/><circle cx="${x}" cy="351" r="6" fill="#0c0806"/>
    <circle cx="${x - 5}" cy="346" r="3.4" fill="#fff" opacity=".9"/>
    <path d="M${x - 32} 357q31-37 64 0" fill="none" stroke="${face.brow}" stroke-width="6" stroke-linecap="round"/>
    <path d="M${x - 40} 318q38-27 80-4" fill="none" stroke="${face.brow}" stroke-width="11" stroke-linecap="round" opacity=".85"/>`;
}

function portraitSvg(face: Face): string {
  const head = 'M400 172c-92 0-138 66-134 172 4 110 62 188 134 188s130-78 134-188c4-106-42-172-134-172z';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 800 800">
  <defs>
    <radialGradient id="back" cx=".34" cy=".26" r=".95"><stop stop-color="${face.backdrop[0]}"/><stop offset="1" stop-color="${face.backdrop[1]}"/></radialGradient>
    <linearGradient id="skin" x1=".1" y1="0" x2="1" y2=".7"><stop offset=".35" stop-color="${face.skin}"/><stop offset="1" stop-color="${face.shade}"/></linearGradient>
    <linearGradient id="hair" x1="0" y1="0" x2="1" y2=".8"><stop stop-color="${face.hairLight}"/><stop offset=".5" stop-color="${face.hair}"/></linearGradient>
    <linearGradient id="cloth" x1="0" y1="0" x2="1" y2=".6"><stop stop-color="${face.clothesLight}"/><stop offset="1" stop-color="${face.clothes}"/></linearGradient>
    <clipPath id="head"><path d="${head}"/></clipPath>
    <filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="12"/></filter>
    <filter id="softer" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="26"/></filter>
    <filter id="strands"><feTurbulence baseFrequency=".012 .16" numOctaves="3" seed="4"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 .9  0 0 0 0 .75  .5 0 0 0 -.16"/><feComposite in2="SourceGraphic" operator="in"/></filter>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 .13 0"/></filter>
  </defs>
  <rect width="800" height="800" fill="url(#back)"/>
  <ellipse cx="560" cy="470" rx="250" ry="300" fill="#000" opacity=".16" filter="url(#softer)"/>
  <path d="${face.hairBehind}" fill="url(#hair)"/>
  <path d="M76 800c6-118 74-162 190-188 44-10 64-22 66-54h136c2 32 22 44 66 54 116 26 184 70 190 188z" fill="url(#cloth)"/>
  <path d="M330 470h140v78q2 44 24 58-94 84-188 0 22-14 24-58z" fill="url(#skin)"/>
  <path d="M330 470h140v84q-70 66-140 0z" fill="${face.shade}" opacity=".8" filter="url(#soft)"/>
  ${face.detail}
  <ellipse cx="266" cy="368" rx="20" ry="38" fill="${face.skin}"/><ellipse cx="534" cy="368" rx="20" ry="38" fill="${face.shade}"/>
  <path d="${head}" fill="url(#skin)"/>
  <g clip-path="url(#head)">
    <ellipse cx="556" cy="400" rx="80" ry="210" fill="${face.shade}" opacity=".75" filter="url(#softer)"/>
    <ellipse cx="340" cy="270" rx="80" ry="56" fill="#fff" opacity=".16" filter="url(#softer)"/>
    <ellipse cx="322" cy="422" rx="42" ry="28" fill="${face.lip}" opacity=".22" filter="url(#soft)"/>
    <ellipse cx="470" cy="424" rx="42" ry="28" fill="${face.lip}" opacity=".26" filter="url(#soft)"/>
    <path d="M256 250q144-50 288 0v-100H256z" fill="${face.shade}" opacity=".6" filter="url(#soft)"/>
  </g>
  ${drawEye(342, face)}${drawEye(458, face)}
  <path d="M408 352q14 50 16 68q-4 16-26 15" fill="none" stroke="${face.shade}" stroke-width="8" stroke-linecap="round" opacity=".8"/>
  <path d="M380 428q6 12 18 9" fill="none" stroke="${face.shade}" stroke-width="7" stroke-linecap="round" opacity=".7"/>
  <path d="M350 467q50 16 100 0q-18 35-50 35t-50-35z" fill="${face.lip}"/>
  <path d="M358 470q42 12 84 0q-16 16-42 16t-42-16z" fill="#f5ede6"/>
  <path d="M346 466q8 4 54 6q46-2 54-6" fill="none" stroke="${face.lip}" stroke-width="6" stroke-linecap="round"/>
  <path d="${face.hairBefore}" fill="url(#hair)"/>
  <g opacity=".2"><path d="${face.hairBefore}" filter="url(#strands)"/></g>
  <rect width="800" height="800" filter="url(#grain)" opacity=".5"/>
</svg>`;
}

/** An SVG drawing, 800 px square. */
export const drawPortrait = (name: DemoPortrait): string => portraitSvg(FACES[name]);
