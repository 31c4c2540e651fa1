import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/**
 * The fonts, emoji and scan data in `assets/pack.zip`, which `scripts/pack-assets.ts` makes: what the drawings and the
 * reader of paper cards use of packages ten times as large (docs/decisions/306).
 */

const ASSETS = path.resolve(import.meta.dirname, '../assets');
const STORED = 0;

function readPack(): Buffer {
  const { sha256 } = JSON.parse(fs.readFileSync(path.join(ASSETS, 'manifest.json'), 'utf8'));
  const bytes = fs.readFileSync(path.join(ASSETS, 'pack.zip'));
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new Error(
    'assets/pack.zip is not the file that assets/manifest.json describes. Check both out again.',
  );
}

/** The files whose names begin with one of `folders`, one after the other. */
async function* filesIn(folders: string[]): AsyncGenerator<[name: string, bytes: Buffer]> {
  const pack = readPack();
  const zip = await fromBufferPromise(pack);
  for await (const entry of zip.eachEntry()) {
    if (!folders.some((folder) => entry.fileName.startsWith(`${folder}/`))) continue;
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = pack.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    yield [entry.fileName, entry.compressionMethod === STORED ? packed : inflateRawSync(packed)];
  }
}

/** The files that read paper cards, by name. */
export async function readScanAssets(): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const [name, bytes] of filesIn(['scan'])) files.set(name.slice('scan/'.length), bytes);
  return files;
}

/** Writes what drawings use to the folders `fonts` and `emoji` in `target`. */
export async function unpackDrawingAssets(target: string): Promise<void> {
  const made = new Set<string>();
  for await (const [name, bytes] of filesIn(['fonts', 'emoji'])) {
    const file = path.join(target, name);
    const folder = path.dirname(file);
    if (!made.has(folder)) fs.mkdirSync(folder, { recursive: true });
    made.add(folder);
    fs.writeFileSync(file, bytes);
  }
}

/** `target` appears whole, also if several processes make it at once. */
async function unpackAtOnce(target: string): Promise<void> {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const unpacked = fs.mkdtempSync(`${target}-`);
  try {
    await unpackDrawingAssets(unpacked);
    fs.renameSync(unpacked, target);
  } catch (error) {
    fs.rmSync(unpacked, { recursive: true, force: true });
    // Another process was first.
    if (!fs.existsSync(target)) throw error;
  }
}

// `tsx vite/assets.ts FOLDER`: for a server that runs from its sources.
const [, script, target] = process.argv;
if (script === fileURLToPath(import.meta.url) && target) await unpackAtOnce(target);
