import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { PACKED_PACKAGES, type PackedPackage } from '../vite/asset-list.ts';

/**
 * `tsx scripts/pack-assets.ts`: installs the packages of `vite/asset-list.ts` in a temporary folder and writes what is
 * used of them to `assets/pack.zip`, and what that is to `assets/manifest.json`. To be run after a change of that list:
 * each version of the pack stays in the history of the repository. The bytes of a pack follow from the list and, because
 * of zlib, from the version of Node.
 */

interface Manifest {
  sha256: string;
  bytes: number;
  files: number;
  node: string;
  packages: { name: string; version: string; integrity: string; license: string; files: number }[];
}

const ASSETS = path.join(import.meta.dirname, '../assets');
const MANIFEST = path.join(ASSETS, 'manifest.json');
/** Fonts and data are compressed already. */
const IS_COMPRESSED = /\.(woff|gz)$/;
/** The earliest of a zip, in any time zone. */
const MTIME = new Date(1980, 0, 1);

const readJson = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** npm compares what it downloads with the registry's integrity, and here that with the one of the pack before. */
function installPackages(folder: string): Map<string, { integrity: string; license: string }> {
  const dependencies = Object.fromEntries(PACKED_PACKAGES.map(({ name, version }) => [name, version]));
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const { packages } = readJson(path.join(folder, 'package-lock.json'));
  const before: Manifest['packages'] = fs.existsSync(MANIFEST) ? readJson(MANIFEST).packages : [];
  return new Map(
    PACKED_PACKAGES.map(({ name, version }) => {
      const { integrity, license } = packages[`node_modules/${name}`];
      const known = before.find((one) => one.name === name && one.version === version);
      if (known && known.integrity !== integrity) throw new Error(`${name} ${version} is not what it was.`);
      return [name, { integrity, license }];
    }),
  );
}

/** The used files of a package, by name in the pack. */
function readFiles({ name, folder, used }: PackedPackage, modules: string): [string, Buffer][] {
  const source = path.join(modules, name);
  const all = fs.readdirSync(source, { recursive: true, encoding: 'utf8' });
  const taken = used(all, (file) => fs.readFileSync(path.join(source, file), 'utf8'));
  return taken.map((file) => [`${folder}/${file}`, fs.readFileSync(path.join(source, file))]);
}

async function zipFiles(files: [string, Buffer][]): Promise<Buffer> {
  const pack = new ZipFile();
  for (const [name, bytes] of files.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const compressionLevel = IS_COMPRESSED.test(name) ? 0 : 9;
    pack.addBuffer(bytes, name, { mtime: MTIME, forceDosTimestamp: true, mode: 0o100644, compressionLevel });
  }
  pack.end();
  return buffer(pack.outputStream);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-assets-'));
try {
  const installed = installPackages(folder);
  const lists = PACKED_PACKAGES.map((one) => readFiles(one, path.join(folder, 'node_modules')));
  const pack = await zipFiles(lists.flat());
  const manifest: Manifest = {
    sha256: createHash('sha256').update(pack).digest('hex'),
    bytes: pack.length,
    files: lists.flat().length,
    node: process.versions.node,
    packages: PACKED_PACKAGES.map(({ name, version }, index) => {
      const { integrity = '', license = '' } = installed.get(name) ?? {};
      return { name, version, integrity, license, files: lists[index]?.length ?? 0 };
    }),
  };
  fs.mkdirSync(ASSETS, { recursive: true });
  fs.writeFileSync(path.join(ASSETS, 'pack.zip'), pack);
  fs.writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
