import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openEmoji } from '#server/sharing/drawing/emoji.ts';
import { readCodePoints, unpackWoff } from '#server/sharing/drawing/sfnt.ts';
import { PACKED_PACKAGES } from '../vite/asset-list.ts';
import { unzip } from './unzip.ts';

/** `assets/pack.zip` and what is said about it. */

interface Manifest {
  sha256: string;
  bytes: number;
  files: number;
  packages: { name: string; version: string }[];
}
const manifest: Manifest = JSON.parse(fs.readFileSync('assets/manifest.json', 'utf8'));
const zip = fs.readFileSync('assets/pack.zip');
let pack: Map<string, Buffer>;
beforeAll(async () => {
  pack = await unzip(zip);
});

it('The pack is the one of the manifest, with what the list names, in its versions', () => {
  expect(createHash('sha256').update(zip).digest('hex')).toBe(manifest.sha256);
  expect([zip.length, pack.size]).toEqual([manifest.bytes, manifest.files]);
  expect(zip.length).toBeLessThan(45_000_000);
  const versions = (list: readonly { name: string; version: string }[]) =>
    list.map(({ name, version }) => `${name}@${version}`);
  expect(versions(manifest.packages)).toEqual(versions(PACKED_PACKAGES));
});

it('The pack holds the files that drawings and the reader of paper cards ask for, and no other', () => {
  const wanted = PACKED_PACKAGES.flatMap(({ folder, used }) => {
    const inside = [...pack.keys()].filter((name) => name.startsWith(`${folder}/`));
    const names = inside.map((name) => name.slice(folder.length + 1));
    return used(names, (file) => String(pack.get(`${folder}/${file}`))).map((file) => `${folder}/${file}`);
  });
  expect([...pack.keys()]).toEqual(wanted.sort());
  for (const { folder } of PACKED_PACKAGES)
    expect(wanted.some((name) => name.startsWith(`${folder}/`) && /license|package\.json/i.test(name))).toBe(
      true,
    );
});

it('Every font in the pack can be read, and every emoji is drawn for its own characters', () => {
  for (const [name, bytes] of pack)
    if (name.endsWith('.woff')) expect(readCodePoints(unpackWoff(bytes)).size, name).toBeGreaterThan(0);
  const emoji = openEmoji();
  const names = [...pack.keys()].flatMap((name) => /^emoji\/(.+)\.svg$/.exec(name)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(3_000);
  const unused = names.filter((name) => {
    const grapheme = String.fromCodePoint(...name.split('-').map((code) => Number.parseInt(code, 16)));
    return emoji.find(grapheme) !== String(pack.get(`emoji/${name}.svg`));
  });
  expect(unused).toEqual([]);
});

/** Another copy of the pack and what unpacks it, inside node_modules, where packages are found. */
function makeCopy() {
  const copy = path.resolve(`node_modules/.cache/assets-${process.pid}`);
  onTestFinished(() => fs.rmSync(copy, { recursive: true }));
  for (const file of ['vite/assets.ts', 'assets/manifest.json', 'package.json'])
    fs.cpSync(file, path.join(copy, file));
  const target = path.join(copy, 'unpacked/drawing-assets');
  const args = ['--import', 'tsx', path.join(copy, 'vite/assets.ts'), target];
  return { copy, target, unpack: () => promisify(execFile)(process.execPath, args) };
}

it('Several processes that unpack fonts and emoji at once leave one whole folder', async () => {
  const { copy, target, unpack } = makeCopy();
  fs.symlinkSync(path.resolve('assets/pack.zip'), path.join(copy, 'assets/pack.zip'));
  await Promise.all([unpack(), unpack(), unpack()]);
  expect(fs.readdirSync(path.dirname(target))).toEqual([path.basename(target)]);
  const found = fs
    .readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile());
  expect(found.length).toBe([...pack.keys()].filter((name) => !name.startsWith('scan/')).length);
  for (const { parentPath, name } of found) {
    const file = path.join(parentPath, name);
    expect(pack.get(path.relative(target, file))?.equals(fs.readFileSync(file)), file).toBe(true);
  }
});

it('A pack that is not the one of the manifest is refused', async () => {
  const { copy, target, unpack } = makeCopy();
  fs.writeFileSync(path.join(copy, 'assets/pack.zip'), zip.subarray(0, -1));
  await expect(unpack()).rejects.toThrow(
    'assets/pack.zip is not the file that assets/manifest.json describes.',
  );
  expect(fs.readdirSync(path.dirname(target))).toEqual([]);
});
