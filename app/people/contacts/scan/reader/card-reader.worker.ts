import { loadFile, NotLoaded } from '#app/frame/api/load-file.ts';
import { linesOfWords } from './lines-of-words.ts';
import type { ReadFailure, ReadReport, ReadRequest, ScanLanguage } from './messages.ts';
import { encodePgm } from './pgm.ts';

/**
 * Reads text from a picture with the engine of Tesseract.js, in a worker of its own: only this script's response allows
 * WebAssembly, and ending the worker ends all its work and frees its memory. Engine and data come from this server;
 * nothing is sent.
 */

/** The parts of the engine that are used: https://github.com/naptha/tesseract.js-core, version 7. */
interface Engine {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => TextReader;
}
interface TextReader {
  /** 0 if it went well. Mode 1 is the LSTM engine alone. */
  Init(folder: null, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Takes the file `/input`; 1 if it is no picture. */
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  /** The words of a page with their places. */
  GetTSVText(page: number): string;
  End(): void;
}
declare const TesseractCore: (options: {
  wasmBinary: Uint8Array;
  TesseractProgress: (percent: number) => void;
  /** The engine's notes while it works; no errors. */
  printErr: (text: string) => void;
}) => Promise<Engine>;

/** A module with one SIMD instruction: https://github.com/GoogleChromeLabs/wasm-feature-detect. */
const SIMD = Uint8Array.of(
  ...[
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
  ],
);
/** Automatic layout, then text scattered anywhere: for cards in which the first finds next to nothing. */
const LAYOUTS = ['3', '11'];
const LINES_WANTED = 3;

/** The facts about the files below known to the build: `vite/scan.ts`. */
declare const SCAN_FILES: {
  /** "/scan/0123456789abcdef/" */
  folder: string;
  /** Bytes of each file as it is sent, and as it is used. */
  sizes: Record<string, readonly [sent: number, used: number]>;
};

const sendReport = (report: ReadReport) => self.postMessage(report);

/** The share of each file that has arrived. */
const arrived = new Map<string, number>();

/** Loads a file, which the browser unpacks and keeps for the next time, and tells how far all of them are. */
function fetchFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const [, used = 0] = SCAN_FILES.sizes[name] ?? [];
  const report = (share: number) => {
    arrived.set(name, share);
    let [loaded, total] = [0, 0];
    for (const [file, part] of arrived) {
      const [sent = 0] = SCAN_FILES.sizes[file] ?? [];
      loaded += Math.round(sent * part);
      total += sent;
    }
    sendReport({ step: 'loading', loaded, total });
  };
  report(0);
  return loadFile(SCAN_FILES.folder + name, used, (bytes) => report(bytes / used));
}

/** The first 30 of the engine's hundred are the layout. */
const tellPercent = (percent: number) =>
  sendReport({ step: 'reading', fraction: Math.max(0, (percent - 30) / 70) });

let engine: Promise<Engine> | undefined;
const stored = new Set<ScanLanguage>();

async function startEngine(): Promise<Engine> {
  const variant = WebAssembly.validate(SIMD) ? 'core-simd' : 'core';
  const wasmBinary = await fetchFile(`${variant}.wasm`);
  try {
    importScripts(`${SCAN_FILES.folder}${variant}.js`);
  } catch (error) {
    throw new NotLoaded(String(error));
  }
  return TesseractCore({
    wasmBinary,
    TesseractProgress: tellPercent,
    printErr: () => {},
  });
}

async function storeLanguage(code: ScanLanguage): Promise<void> {
  if (stored.has(code)) return;
  const bytes = await fetchFile(`${code}.traineddata`);
  (await engine)?.FS.writeFile(`./${code}.traineddata`, bytes);
  stored.add(code);
}

async function readPicture({ pixels, width, height, languages }: ReadRequest): Promise<string> {
  engine ??= startEngine();
  const [running] = await Promise.all([engine, ...languages.map(storeLanguage)]);
  sendReport({ step: 'reading', fraction: 0 });
  running.FS.writeFile('/input', encodePgm(pixels, width, height));
  const reader = new running.TessBaseAPI();
  try {
    if (reader.Init(null, languages.join('+'), 1) !== 0) throw new Error('The engine did not start.');
    let best = '';
    for (const layout of LAYOUTS) {
      reader.SetVariable('tessedit_pageseg_mode', layout);
      if (reader.SetImageFile(1, 0) !== 0) throw new Error('The engine did not take the picture.');
      reader.Recognize(null);
      const text = linesOfWords(reader.GetTSVText(0));
      if (text.trim().length > best.trim().length) best = text;
      if (best.split('\n').filter((line) => line.trim().length > 2).length >= LINES_WANTED) break;
    }
    return best;
  } finally {
    reader.End();
    running.FS.unlink('/input');
  }
}

function classifyFailure(error: unknown): ReadFailure {
  if (error instanceof NotLoaded) return 'network';
  const words = String(error);
  if (error instanceof RangeError || /out of memory|OOM|allocat|memory access/i.test(words)) return 'memory';
  if (/Content Security Policy|unsafe-eval|disallowed by embedder|WebAssembly is not defined/i.test(words))
    return 'unsupported';
  return 'broken';
}

self.onmessage = async ({ data }: MessageEvent<ReadRequest>) => {
  try {
    if (typeof WebAssembly !== 'object') return sendReport({ step: 'failed', why: 'unsupported' });
    sendReport({ step: 'done', text: await readPicture(data) });
  } catch (error) {
    sendReport({ step: 'failed', why: classifyFailure(error) });
  }
};
