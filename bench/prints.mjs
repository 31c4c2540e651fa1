import fs from 'node:fs';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { tsImport } from 'tsx/esm/api';
import { root } from '../scripts/setup.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/** The cost of a business card as PDF, next to pdfkit's bare call in the same round; and of an email signature. */

const ROUNDS = 25;
const WARM_UP = 5;
const SIGNATURES = 2_000;
const FONT = path.join(root, 'dist/fonts/noto-sans/files/noto-sans-latin-400-normal.woff');
const LINES = [
  'Ada Byron',
  'Analyst',
  'Acme',
  'ada@example.com',
  '+44 20 7946 0000',
  'acme.example',
  'London',
];

/** Two pages with one font, a few lines and as many rectangles as a code has. */
function drawBare(font) {
  return new Promise((resolve) => {
    const doc = new PDFDocument({ autoFirstPage: false, margin: 0 });
    let bytes = 0;
    doc.on('data', (chunk) => {
      bytes += chunk.length;
    });
    doc.on('end', () => resolve(bytes));
    doc.registerFont('text', font).font('text');
    for (let page = 0; page < 2; page += 1) {
      doc.addPage({ size: [292, 207], margin: 0 });
      for (const [at, line] of LINES.entries())
        doc.fontSize(9).text(line, 20, 20 + at * 12, { lineBreak: false });
      for (let at = 0; at < 300; at += 1) doc.rect(150 + (at % 30) * 2, 90 + Math.floor(at / 30) * 2, 2, 2);
      doc.fill('#000000');
    }
    doc.end();
  });
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measureSignature() {
  const { signatureHtml } = await tsImport('../site/signature/signature.ts', import.meta.url);
  const { usualChoices } = await tsImport('../site/signature/choices.ts', import.meta.url);
  const { EMPTY_CARD } = await tsImport('../shared/cards/empty-card.ts', import.meta.url);
  const card = {
    ...EMPTY_CARD,
    id: 'h7Kp2mNqRs',
    fullName: 'Ada Byron',
    company: 'Acme',
    website: 'acme.example',
  };
  const round = () => {
    for (let n = 0; n < SIGNATURES; n += 1) signatureHtml(card, usualChoices(card), 'https://cards.example');
  };
  round();
  return ((await timed(round)) * 1000) / SIGNATURES;
}

export async function measurePrints() {
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cardId, cookie } = await registerOwner(product.url);
  const font = fs.readFileSync(FONT);
  const ask = (file) => async () => {
    const response = await fetch(`${product.url}/api/print/${cardId}/${file}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`${file} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  for (let n = 0; n < WARM_UP; n += 1) {
    await ask('card.pdf')();
    await ask('card')();
    await drawBare(font);
  }
  const rounds = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const ours = await timed(ask('card.pdf'));
    const bare = await timed(() => drawBare(font));
    rounds.push({ ours, bare, preview: await timed(ask('card')) });
  }
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  const [ours, bare, preview] = ['ours', 'bare', 'preview'].map((name) =>
    computeMedian(rounds.map((one) => one[name])),
  );
  const signature = await measureSignature();
  return [
    {
      what: "A business card as PDF, to pdfkit's bare call",
      value: ours / bare,
      shown: `${(ours / bare).toFixed(2)} (${ours.toFixed(0)} of ${bare.toFixed(0)} ms)`,
    },
    { what: 'Its preview', value: preview, shown: `${preview.toFixed(0)} ms` },
    { what: 'An email signature', value: signature, shown: `${signature.toFixed(0)} µs` },
  ];
}
