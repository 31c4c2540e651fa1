import { inflateSync } from 'node:zlib';

/**
 * A page of vectors as SVG, for tests that look at a PDF without a program that draws it. Reads what our PDFs use of
 * ISO 32000-1 (tables 57 to 60, 74): paths, fills, clipping, JPEGs, and one axial gradient.
 */
export function svgOfPdf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  expectWhole(text);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  const streams = [...text.matchAll(/\d+ 0 obj\s*<<((?:(?!endobj)[\s\S])*?)>>\s*stream\r?\n/g)].map(
    (match) => {
      const start = match.index + match[0].length;
      const bytes = pdf.subarray(start, text.indexOf('endstream', start));
      return { dictionary: match[1] ?? '', bytes };
    },
  );
  const jpeg = streams.find(({ dictionary }) => dictionary.includes('/DCTDecode'))?.bytes.toString('base64');
  const content = streams
    .filter(({ dictionary }) => !/\/(?:Subtype|Type|FunctionType)\b/.test(dictionary))
    .map(({ bytes }) => inflateSync(bytes).toString('latin1'))
    .join('\n');
  const [first = 'black', last = 'black'] = [...text.matchAll(/\/C[01] \[([\d.]+) ([\d.]+) ([\d.]+)\]/g)].map(
    ([, ...parts]) => colorOf(parts),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">` +
    `<linearGradient id="ink" x2="1" y2="1"><stop stop-color="${first}"/><stop offset="1" stop-color="${last}"/></linearGradient>` +
    `${drawAll(content, jpeg)}</svg>`
  );
}

/** Every object that the table of references names begins where the table says (ISO 32000-1, 7.5.4). */
function expectWhole(text: string): void {
  const at = Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1]);
  const entries = [...text.slice(at).matchAll(/^(\d{10}) \d{5} n/gm)];
  if (entries.length === 0) throw new Error('The PDF has no table of references.');
  for (const [, offset] of entries) {
    if (!/^\d+ 0 obj/.test(text.slice(Number(offset)))) throw new Error(`No object begins at ${offset}.`);
  }
}

const colorOf = (parts: string[]) =>
  `rgb(${parts.map((part) => Math.round(Number(part) * 255)).join(' ')})`.replace(/ /g, ',');

function drawAll(content: string, jpeg: string | undefined): string {
  const page = new Page(jpeg);
  let operands: string[] = [];
  for (const token of content.split(/\s+/).filter(Boolean)) {
    if (/^[-+.\d]|^\//.test(token)) operands.push(token);
    else {
      page.act(token, operands);
      operands = [];
    }
  }
  return page.end();
}

/** The graphics state, and what has been drawn. */
class Page {
  #out: string[] = [];
  /** How many groups each saved state has opened. */
  #groups: number[] = [0];
  #path = '';
  #fill = 'black';
  #clips = 0;
  #jpeg: string | undefined;

  constructor(jpeg: string | undefined) {
    this.#jpeg = jpeg;
  }

  act(operator: string, operands: string[]): void {
    const numbers = operands.join(' ');
    switch (operator) {
      case 'q':
        this.#groups.push(0);
        break;
      case 'Q':
        this.#out.push('</g>'.repeat(this.#groups.pop() ?? 0));
        break;
      case 'cm':
        this.#open(`<g transform="matrix(${numbers})">`);
        break;
      case 'm':
      case 'l':
      case 'c':
        this.#path += operator.toUpperCase() + numbers;
        break;
      case 'h':
        this.#path += 'Z';
        break;
      case 'f':
        this.#paint('nonzero');
        break;
      case 'f*':
        this.#paint('evenodd');
        break;
      case 'n':
        this.#path = '';
        break;
      case 'W':
        this.#clip();
        break;
      case 'scn':
        this.#fill = operands.length === 3 ? colorOf(operands) : 'url(#ink)';
        break;
      case 'Do':
        // An image fills the unit square, upside down in these coordinates.
        this.#out.push(
          `<image width="1" height="1" transform="matrix(1 0 0 -1 0 1)" preserveAspectRatio="none" href="data:image/jpeg;base64,${this.#jpeg}"/>`,
        );
    }
  }

  end(): string {
    while (this.#groups.length > 0) this.act('Q', []);
    return this.#out.join('');
  }

  #open(markup: string): void {
    this.#out.push(markup);
    this.#groups[this.#groups.length - 1] = (this.#groups.at(-1) ?? 0) + 1;
  }

  #paint(rule: string): void {
    this.#out.push(`<path d="${this.#path}" fill="${this.#fill}" fill-rule="${rule}"/>`);
    this.#path = '';
  }

  #clip(): void {
    this.#clips += 1;
    this.#out.push(`<clipPath id="c${this.#clips}"><path d="${this.#path}"/></clipPath>`);
    this.#open(`<g clip-path="url(#c${this.#clips})">`);
  }
}
