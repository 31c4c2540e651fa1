import encodeQR from 'qr';
import sharp from 'sharp';
import { tsImport } from 'tsx/esm/api';
import { computeMedian } from './product.mjs';

/** QR codes per second, next to the library's bare calls in the same rounds. */

const LINK = 'https://cards.example.com/card/h7Kp2mNqRs';
const SIDE = 300;
const ROUNDS = 9;
const SVGS = 300;
const PNGS = 30;

/** @param {number} count @param {() => unknown} make */
async function perSecond(count, make) {
  const start = performance.now();
  for (let n = 0; n < count; n += 1) await make();
  return (count * 1000) / (performance.now() - start);
}

export async function measureCodes() {
  const { qrSvg, qrMatrix } = await tsImport('../site/qr/qr.ts', import.meta.url);
  const { paintQr, QR_STYLES } = await tsImport('../site/qr/qr-art.ts', import.meta.url);
  const { paintCode } = await tsImport('../server/sharing/code/paint-code.ts', import.meta.url);
  const bareSvg = () => encodeQR(LINK, 'svg', { ecc: 'medium' });
  const barePng = () => sharp(Buffer.from(bareSvg())).resize(SIDE, SIDE).png().toBuffer();
  const figures = [];
  for (const { name, count, ours, bare } of [
    { name: 'svg', count: SVGS, ours: () => qrSvg(LINK), bare: bareSvg },
    { name: 'styled', count: SVGS, ours: () => paintQr(LINK, QR_STYLES[0]), bare: bareSvg },
    { name: 'png', count: PNGS, ours: () => paintCode(qrMatrix(LINK), SIDE), bare: barePng },
  ]) {
    const rounds = [];
    for (let n = 0; n < ROUNDS + 1; n += 1) {
      rounds.push({ ours: await perSecond(count, ours), bare: await perSecond(count, bare) });
    }
    // The first round warms up.
    const kept = rounds.slice(1);
    const ratio = computeMedian(kept.map((round) => round.ours / round.bare));
    const speed = Math.round(computeMedian(kept.map((round) => round.ours)));
    figures.push({ name, ratio, speed });
  }
  const what = {
    svg: 'QR code as SVG, of the speed of `qr` alone',
    styled: 'QR code in a style as SVG, of the speed of `qr` alone',
    png: 'QR code as PNG, of the speed of `qr` and `sharp` alone',
  };
  const least = { svg: 0.8, styled: 0.1, png: 2 };
  return figures.map(({ name, ratio, speed }) => ({
    what: what[name],
    value: ratio,
    shown: `${ratio.toFixed(2)} × (${speed}/s)`,
    atLeast: least[name],
  }));
}
