import fs from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/** The cost of a picture with text: the request, against one bare call of the libraries for a drawing of that kind. */

const ROUNDS = 15;
/** The product's own process lays out twice and answers over HTTP; anything above this is ours to explain. */
const AT_MOST = 3;

/**
 * The bare call: one layout with one font, painted.
 *
 * @param {{ width: number, height: number, texts: [string, number][], font: Buffer }} drawing
 */
async function drawBare({ width, height, texts, font }) {
  const children = texts.map(([children, fontSize]) => ({
    type: 'div',
    props: { style: { fontSize }, children },
  }));
  const style = {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    paddingLeft: '40%',
    width,
    height,
    backgroundImage: 'linear-gradient(160deg, #6366f1, #8b5cf6)',
  };
  const root = /** @type {any} */ ({ type: 'div', props: { style, children } });
  const svg = await satori(root, { width, height, fonts: [{ name: 'Noto', data: font }] });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

/**
 * The median duration in milliseconds, after a first call that is not counted.
 *
 * @param {() => Promise<unknown>} act
 * @param {() => Promise<unknown>} [prepare]
 */
async function measureAct(act, prepare = async () => {}) {
  const times = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await prepare();
    const start = performance.now();
    await act();
    if (round > 0) times.push(performance.now() - start);
  }
  return computeMedian(times);
}

export async function measureDrawings() {
  const font = fs.readFileSync('dist/fonts/noto-sans/files/noto-sans-latin-700-normal.woff');
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cardId, cookie } = await registerOwner(product.url);
  const headers = { cookie };
  const fetchWhole = async (path) => {
    const reply = await fetch(product.url + path, { headers });
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
    await reply.arrayBuffer();
  };
  // A changed card is drawn anew.
  let version = 0;
  const change = async () => {
    version += 1;
    const body = JSON.stringify({ jobTitle: `Analyst ${version}` });
    const json = { ...headers, 'content-type': 'application/json', origin: product.url };
    const reply = await fetch(`${product.url}/api/cards/${cardId}`, { method: 'PUT', headers: json, body });
    if (reply.status !== 200) throw new Error(`The change was answered with ${reply.status}`);
  };
  /** @type {[string, number][]} */
  const texts = [
    ['Ada Lovelace', 92],
    ['Analyst', 34],
    ['Engines', 34],
  ];
  const share = await measureAct(() => fetchWhole(`/card/${cardId}/preview.png`), change);
  const bareShare = await measureAct(() => drawBare({ width: 1200, height: 630, texts, font }));
  const background = await measureAct(() => fetchWhole(`/api/cards/${cardId}/background.png?design=colors`));
  const bareBackground = await measureAct(() => drawBare({ width: 1920, height: 1080, texts, font }));
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return [
    ratio('Share picture', share, bareShare),
    ratio('Meeting background, 1920 × 1080', background, bareBackground),
  ];
}

/**
 * @param {string} what
 * @param {number} ours
 * @param {number} bare
 */
const ratio = (what, ours, bare) => ({
  what: `${what}, to a bare call of satori and resvg`,
  value: ours / bare,
  shown: `${(ours / bare).toFixed(2)} (${ours.toFixed(0)} ms to ${bare.toFixed(0)} ms)`,
  atMost: AT_MOST,
});
