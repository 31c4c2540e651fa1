import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import { SCAN_LANGUAGES } from '../app/people/contacts/scan/reader/messages.ts';
import { SCAN_ENGINES } from './asset-list.ts';
import { readScanAssets } from './assets.ts';
import { scriptTargets } from './targets.ts';

const compress = promisify(gzip);
const root = path.resolve(import.meta.dirname, '..');

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

interface ScanFile {
  name: string;
  /** As it is used: unpacked. */
  size: number;
  packed: Buffer;
}

/** The data of languages are packed already; the last four bytes of gzip are the size of what is in it (RFC 1952). */
async function readScanFiles(): Promise<ScanFile[]> {
  const assets = await readScanAssets();
  const read = (file: string): Buffer => {
    const bytes = assets.get(file);
    if (!bytes) throw new Error(`${file} is missing in assets/pack.zip.`);
    return bytes;
  };
  const engines = Object.entries(SCAN_ENGINES).flatMap(([name, file]) =>
    ['.js', '.wasm'].map(async (end): Promise<ScanFile> => {
      const bytes = read(`engine/${file}${end}`);
      return { name: name + end, size: bytes.length, packed: await compress(bytes, { level: 9 }) };
    }),
  );
  const languages = Object.keys(SCAN_LANGUAGES).map((code): ScanFile => {
    const bytes = read(`data/${code}/4.0.0_best_int/${code}.traineddata.gz`);
    return { name: `${code}.traineddata`, size: bytes.readUInt32LE(bytes.length - 4), packed: bytes };
  });
  return [...(await Promise.all(engines)), ...languages];
}

async function bundleWorker(files: object): Promise<string> {
  const worker = await rolldown({
    input: path.join(root, 'app/people/contacts/scan/reader/card-reader.worker.ts'),
    platform: 'browser',
    transform: { target: scriptTargets(), define: { SCAN_FILES: JSON.stringify(files) } },
  });
  const { output } = await worker.generate({ format: 'iife', minify: true });
  await worker.close();
  return output[0].code;
}

/**
 * Writes to `folder` what reads paper cards on a device, each file packed with gzip as it is sent, about 12 MB, and
 * `files.json`, from which `server/pages/site/scan-files.ts` serves them. The worker's address is fixed; the others contain a
 * hash of them all.
 */
async function writeScanFiles(folder: string): Promise<void> {
  const files = await readScanFiles();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.packed);
  const version = hash.digest('hex').slice(0, 16);
  const sizes = Object.fromEntries(files.map((file) => [file.name, [file.packed.length, file.size]]));
  const code = Buffer.from(await bundleWorker({ folder: `/scan/${version}/`, sizes }));
  const worker: ScanFile = {
    name: 'reader.js',
    size: code.length,
    packed: await compress(code, { level: 9 }),
  };
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder, { recursive: true });
  const list = await Promise.all(
    [worker, ...files].map(async (file) => {
      const stored = `${file.name}.gz`;
      await fs.writeFile(path.join(folder, stored), file.packed);
      return {
        path: file === worker ? `/scan/${file.name}` : `/scan/${version}/${file.name}`,
        file: stored,
        size: file.packed.length,
        type: TYPES[path.extname(file.name)] ?? 'application/octet-stream',
        hash: createHash('sha256').update(file.packed).digest('hex').slice(0, 32),
      };
    }),
  );
  await fs.writeFile(path.join(folder, 'files.json'), JSON.stringify(list, null, 1));
}

const FOLDER = path.join(root, 'dist/scan');

/** The files that read paper cards: written with the app, and when `npm run dev` starts. */
export function scanFiles(): Plugin {
  return {
    name: 'scan-files',
    writeBundle: () => writeScanFiles(FOLDER),
    configureServer: () => writeScanFiles(FOLDER),
  };
}
