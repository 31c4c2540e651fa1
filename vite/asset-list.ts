import { SCAN_LANGUAGES } from '../app/people/contacts/scan/reader/messages.ts';
import { FONT_PACKAGES, fontFile } from '../server/sharing/drawing/font-list.ts';

/** The files in `assets/pack.zip` by package: exactly those that the drawings and the reader of paper cards request. */

export interface PackedPackage {
  name: string;
  version: string;
  /** Its folder in the pack. */
  folder: string;
  /** The files that are used of all that it has; `read` gives the content of one. */
  used(files: readonly string[], read: (file: string) => string): string[];
}

/** The engine with and without SIMD (Safari before 16.4), each for LSTM data only. */
export const SCAN_ENGINES = { 'core-simd': 'tesseract-core-simd-lstm', core: 'tesseract-core-lstm' };

const fonts: PackedPackage[] = FONT_PACKAGES.map(({ name, subsets, weights }) => ({
  name: `@fontsource/${name}`,
  version: '5.3.0',
  folder: `fonts/${name}`,
  used(_, read) {
    const listed = Object.keys(JSON.parse(read('unicode.json')) as object);
    const taken = listed.filter((subset) => subsets.test(subset));
    const files = taken.flatMap((subset) => weights.map((weight) => fontFile(name, subset, weight)));
    return ['unicode.json', 'LICENSE', ...files];
  },
}));

const emoji: PackedPackage = {
  name: '@twemoji/svg',
  version: '15.0.0',
  folder: 'emoji',
  used: (files) => files.filter((file) => /^[^/]+\.svg$|^license$/.test(file)),
};

const engine: PackedPackage = {
  name: 'tesseract.js-core',
  version: '7.0.0',
  folder: 'scan/engine',
  used: () => ['LICENSE', ...Object.values(SCAN_ENGINES).flatMap((file) => [`${file}.js`, `${file}.wasm`])],
};

const languages: PackedPackage[] = Object.keys(SCAN_LANGUAGES).map((code) => ({
  name: `@tesseract.js-data/${code}`,
  version: '1.0.0',
  folder: `scan/data/${code}`,
  used: () => ['package.json', `4.0.0_best_int/${code}.traineddata.gz`],
}));

export const PACKED_PACKAGES: readonly PackedPackage[] = [...fonts, emoji, engine, ...languages];
