/**
 * Drawn pictures for galleries and portfolios: misty ridges, a low sun over water, façades, worked wood. Each appears
 * on one card only.
 */

const WIDTH = 800;
const HEIGHT = 600;

/** A ridge whose height varies in the same way for the same seed. */
function drawRidge(base: number, height: number, seed: number): string {
  const points = Array.from({ length: 41 }, (_, n) => {
    const x = n * 20;
    const waver =
      Math.sin(n * 0.31 + seed) * 0.5 +
      Math.sin(n * 0.83 + seed * 2.3) * 0.3 +
      Math.sin(n * 1.9 + seed * 5.1) * 0.14;
    return `${x} ${(base - height * (0.5 + waver)).toFixed(1)}`;
  });
  return `M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}z`;
}

function drawMountains(): string {
  const layers = Array.from({ length: 6 }, (_, n) => {
    const light = 82 - n * 13;
    return `<path d="${drawRidge(300 + n * 58, 190 - n * 14, n * 1.7 + 0.6)}" fill="hsl(${216 - n * 4} ${20 + n * 4}% ${light}%)"/>`;
  });
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f3d9c0"/><stop offset=".6" stop-color="#f6ece0"/></linearGradient>
    <rect width="800" height="600" fill="url(#sky)"/><circle cx="560" cy="150" r="46" fill="#fff6e6"/>${layers.join('')}`;
}

function drawSea(): string {
  const glints = Array.from({ length: 46 }, (_, n) => {
    const y = 348 + n * 5.4;
    const half = (12 + n * 2.6) * (0.45 + 0.55 * Math.abs(Math.sin(n * 2.1)));
    return `<rect x="${(400 - half + Math.sin(n * 1.3) * 16).toFixed(1)}" y="${y.toFixed(1)}" width="${(half * 2).toFixed(1)}" height="2.6" rx="1.3" fill="#ffe7b8" opacity="${(0.85 - n * 0.012).toFixed(2)}"/>`;
  });
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#2e3a5f"/><stop offset=".55" stop-color="#d9826a"/><stop offset="1" stop-color="#f7c98b"/></linearGradient>
    <linearGradient id="water" x2="0" y2="1"><stop stop-color="#b9705f"/><stop offset=".4" stop-color="#57506b"/><stop offset="1" stop-color="#1d2440"/></linearGradient>
    <rect width="800" height="344" fill="url(#sky)"/><circle cx="400" cy="318" r="58" fill="#ffe9c4"/>
    <rect y="340" width="800" height="260" fill="url(#water)"/>${glints.join('')}`;
}

function drawFacade(): string {
  const bays = Array.from({ length: 88 }, (_, n) => {
    const column = n % 11;
    const row = Math.floor(n / 11);
    const isLit = (column * 7 + row * 5) % 6 === 0;
    const x = 40 + column * 66;
    const y = 24 + row * 72;
    return `<rect x="${x + 6}" y="${y + 8}" width="52" height="58" fill="#000" opacity=".22"/>
      <rect x="${x}" y="${y}" width="52" height="58" fill="${isLit ? '#f2c879' : '#33424f'}"/>
      <path d="M${x} ${y + 58}L${x + 52} ${y}v58z" fill="#fff" opacity="${isLit ? 0.18 : 0.07}"/>
      <rect x="${x + 25}" y="${y}" width="2" height="58" fill="#1f2930"/>`;
  });
  return `<linearGradient id="wall" x2="1" y2="1"><stop stop-color="#d8c9b3"/><stop offset="1" stop-color="#9a8468"/></linearGradient>
    <rect width="800" height="600" fill="url(#wall)"/>${bays.join('')}
    <path d="M0 0h800v600z" fill="#000" opacity=".14"/>`;
}

function drawStairs(): string {
  const steps = Array.from({ length: 12 }, (_, n) => {
    const y = 560 - n * 42;
    const x = 60 + n * 44;
    return `<path d="M${x} ${y}h${800 - x}v42H${x}z" fill="hsl(34 ${18 + n}% ${46 + n * 3.6}%)"/>
      <path d="M${x} ${y}h${800 - x}v5H${x}z" fill="#fff" opacity=".35"/>`;
  });
  return `<linearGradient id="wall" x2="1" y2="1"><stop stop-color="#e9dfd0"/><stop offset="1" stop-color="#b79f80"/></linearGradient>
    <rect width="800" height="600" fill="url(#wall)"/>${steps.join('')}
    <path d="M0 0L420 0L0 520z" fill="#fff" opacity=".3"/><circle cx="196" cy="170" r="84" fill="#8e5620" opacity=".85"/>`;
}

function drawWood(): string {
  return `<linearGradient id="varnish" x2="1" y2="1"><stop stop-color="#c77f3a"/><stop offset=".5" stop-color="#9a4f1d"/><stop offset="1" stop-color="#5d2a10"/></linearGradient>
    <filter id="rings" x="0" y="0" width="100%" height="100%"><feTurbulence baseFrequency=".0025 .07" numOctaves="4" seed="11"/>
      <feColorMatrix values="0 0 0 0 .16  0 0 0 0 .06  0 0 0 0 .02  1.6 0 0 0 -.5"/></filter>
    <rect width="800" height="600" fill="url(#varnish)"/><rect width="800" height="600" filter="url(#rings)" opacity=".8"/>
    <path d="M470 90c74 34 46 96 12 128-36 34-40 66-26 108 14 44 12 86-30 122 20 40 70 48 96 18" fill="none" stroke="#1d0d06" stroke-width="24" stroke-linecap="round"/>
    <circle cx="468" cy="96" r="24" fill="#1d0d06"/><circle cx="512" cy="466" r="30" fill="#1d0d06"/>
    <path d="M0 0h300L120 600H0z" fill="#fff" opacity=".09"/>`;
}

function drawArches(): string {
  const bays = Array.from({ length: 4 }, (_, n) => {
    const x = 44 + n * 184;
    return `<path d="M${x} 600V300a76 76 0 0 1 152 0v300z" fill="hsl(28 22% ${34 - n * 3}%)"/>
      <path d="M${x + 26} 600V306a60 60 0 0 1 120 0v294z" fill="url(#garden)"/>
      <path d="M${x + 26} 600l120-190v190z" fill="#fff3d8" opacity=".28"/>`;
  });
  return `<linearGradient id="plaster" x2="1" y2="1"><stop stop-color="#eed9bd"/><stop offset="1" stop-color="#c79a6b"/></linearGradient>
    <linearGradient id="garden" x2="0" y2="1"><stop stop-color="#f4e3b9"/><stop offset=".5" stop-color="#8fa37c"/><stop offset="1" stop-color="#4d6350"/></linearGradient>
    <rect width="800" height="600" fill="url(#plaster)"/><path d="M0 0h800v120L0 200z" fill="#fff" opacity=".22"/>${bays.join('')}
    <rect y="560" width="800" height="40" fill="#7a5a3a"/>`;
}

function drawCourtyard(): string {
  const tiles = Array.from({ length: 9 }, (_, n) => {
    const y = 372 + n * n * 3;
    return `<path d="M${250 - n * n * 3.4} ${y}H${550 + n * n * 3.4}" stroke="#8d6f52" stroke-width="2"/>`;
  });
  const leaves = Array.from({ length: 34 }, (_, n) => {
    const angle = n * 2.4;
    const far = 14 + n * 2.6;
    const [x, y] = [400 + Math.cos(angle) * far * 1.3, 236 + Math.sin(angle) * far * 0.8];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${22 - (n % 5) * 2}" fill="hsl(${96 + (n % 4) * 8} 26% ${30 + (n % 6) * 4}%)"/>`;
  });
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fb4cc"/><stop offset="1" stop-color="#e9dcc4"/></linearGradient>
    <rect width="800" height="600" fill="url(#sky)"/>
    <path d="M0 0l250 120v252L0 600z" fill="#b98a5e"/><path d="M800 0L550 120v252l250 228z" fill="#dfbd92"/>
    <path d="M250 120h300v252H250z" fill="#cfa679"/><path d="M340 250a60 60 0 0 1 120 0v122H340z" fill="#5d4230"/>
    <path d="M0 600l250-228h300l250 228z" fill="#c7a884"/>${tiles.join('')}
    <path d="M392 440l4-170h10l4 170z" fill="#4a3524"/>${leaves.join('')}
    <ellipse cx="430" cy="452" rx="150" ry="22" fill="#3a2a1e" opacity=".28"/>`;
}

function drawBench(): string {
  const tools = Array.from({ length: 7 }, (_, n) => {
    const x = 96 + n * 98;
    const long = 150 + ((n * 53) % 90);
    return `<path d="M${x - 13} 130h26l-4 120h-18z" fill="hsl(${24 + n * 2} 52% ${36 + (n % 3) * 7}%)"/>
      <rect x="${x - 7}" y="250" width="14" height="16" fill="#b59a5a"/>
      <path d="M${x - 6} 266h12v${long - 20}l-12 20z" fill="#aeb4b8"/><path d="M${x - 6} 266h4v${long - 6}l-4 6z" fill="#e4e8ea"/>`;
  });
  return `<linearGradient id="wall" x2="1" y2="1"><stop stop-color="#e6ddcf"/><stop offset="1" stop-color="#b6a58e"/></linearGradient>
    <filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence baseFrequency=".004 .11" numOctaves="3" seed="3"/>
      <feColorMatrix values="0 0 0 0 .2  0 0 0 0 .1  0 0 0 0 .04  1.2 0 0 0 -.45"/></filter>
    <rect width="800" height="600" fill="url(#wall)"/><rect y="112" width="800" height="26" fill="#6d4425"/>${tools.join('')}
    <rect y="512" width="800" height="88" fill="#8a5a30"/><rect y="512" width="800" height="88" filter="url(#grain)" opacity=".7"/>
    <path d="M0 512h800v6H0z" fill="#fff" opacity=".25"/>`;
}

function drawDunes(): string {
  const layers = Array.from({ length: 5 }, (_, n) => {
    const fill = `hsl(${32 - n * 3} ${52 + n * 3}% ${76 - n * 11}%)`;
    return `<path d="${drawRidge(320 + n * 66, 120 + n * 12, n * 2.9 + 3.1)}" fill="${fill}"/>`;
  });
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#9fc0d2"/><stop offset=".6" stop-color="#f3e6cf"/></linearGradient>
    <rect width="800" height="600" fill="url(#sky)"/><circle cx="210" cy="120" r="38" fill="#fffaf0"/>${layers.join('')}`;
}

function drawNight(): string {
  const stars = Array.from({ length: 90 }, (_, n) => {
    const [x, y] = [(n * 197.3) % 800, (n * 83.7) % 330];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(0.8 + (n % 4) * 0.5).toFixed(1)}" fill="#fff" opacity="${(0.4 + (n % 5) * 0.13).toFixed(2)}"/>`;
  });
  const layers = Array.from({ length: 4 }, (_, n) => {
    const fill = `hsl(${222 - n * 4} ${30 - n * 3}% ${26 - n * 6}%)`;
    return `<path d="${drawRidge(380 + n * 62, 210 - n * 24, n * 2.3 + 5.2)}" fill="${fill}"/>`;
  });
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#0f1730"/><stop offset=".7" stop-color="#3c4a72"/><stop offset="1" stop-color="#a58a86"/></linearGradient>
    <rect width="800" height="600" fill="url(#sky)"/>${stars.join('')}<circle cx="610" cy="110" r="30" fill="#f4ecd8"/>${layers.join('')}`;
}

const SCENES = {
  mountains: drawMountains,
  sea: drawSea,
  facade: drawFacade,
  stairs: drawStairs,
  wood: drawWood,
  arches: drawArches,
  courtyard: drawCourtyard,
  bench: drawBench,
  dunes: drawDunes,
  night: drawNight,
};
export type Scene = keyof typeof SCENES;

/** An SVG drawing of 800 × 600 px. */
export const drawScene = (name: Scene): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${SCENES[name]()}</svg>`;
