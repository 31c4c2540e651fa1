import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startArchiveFiles, zipFiles } from '#test/archives.ts';
import { createDiskBudget } from './disk-budget.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, MANIFEST_FILE, manifestText } from './manifest.ts';
import { createContactReader } from './read/contact-reader.ts';
import { unpackMedia } from './read/unpack-media.ts';
import { FILES_MAX, openZipFile } from './zip-file.ts';

it('The manifest of as many files as an archive may have fits', { tags: ['thorough'] }, async () => {
  const sha256 = (nth: number) => hash('sha256', String(nth), 'hex');
  const files = Array.from({ length: FILES_MAX }, (_, nth) => [
    `media/${sha256(nth).slice(32)}.webp`,
    sha256(nth),
  ]);
  const about = { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, writtenAt: new Date().toISOString() };
  const signer = { keyedHash: (_purpose: string, text: string) => hash('sha256', text, 'buffer') };
  const account = { id: 'ada', email: 'ada@example.com' };
  const text = manifestText(signer, { ...about, account, files: Object.fromEntries(files) });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-manifest-'));
  const file = path.join(folder, 'all.zip');
  await fs.writeFile(file, await zipFiles([[MANIFEST_FILE, text]]));
  const zip = await openZipFile(file);
  let bytes = 0;
  for await (const piece of zip.read(MANIFEST_FILE)) bytes += piece.length;
  expect(bytes).toBe(text.length);
  zip.close();
  await fs.rm(folder, { recursive: true });
});

describe('The process that reads archives', () => {
  const made = startArchiveFiles();
  const { files } = made;

  it('writes no more than its limits, and nothing to a full disk', async () => {
    const limits = { contactsBytesMax: 1_000, notesLengthMax: 10, photosBytesMax: 10 };
    const reader = createContactReader(files, createDiskBudget(made.folder), limits);
    for (const nth of [1, 2, 3, 4, 5])
      reader.takeContact({ id: `c${nth}`, fullName: 'Grace', profileImage: `/media/${nth}.png` });
    for (const text of ['Ten or less', 'Short', 'Short']) reader.takeNote({ contactId: 'c1', text });
    for (const path of ['media/1.png', 'media/2.png']) {
      const sink = reader.photos.sink(path);
      sink.add(Buffer.alloc(8));
      sink.end();
    }
    expect(reader.finish()).toBe(1);
    reader.close();
    reader.photos.close();
    expect((await fs.stat(files.photos)).size).toBe(8);
    const rows = (await fs.readFile(files.rows, 'utf8')).split('\n').filter(Boolean);
    expect(rows).toHaveLength(reader.count());
    expect(rows.length).toBeLessThan(5);
    expect(reader.notes()).toEqual([
      expect.stringMatching(/contacts?: too much data in total/),
      '1 photo of contacts: too many.',
      '2 notes of contacts: too many.',
    ]);

    await fs.writeFile(files.upload, await zipFiles([['media/aaa.png', 'x']]));
    const full = createDiskBudget(made.folder, () => ({ bavail: 1, blocks: 100, bsize: 4_096 }));
    const unpacked = { name: 'aaa.png', file: path.join(made.folder, 'full.m') };
    expect(await unpackMedia({ upload: files.upload, files: [unpacked] }, full)).toBe('no room');
    expect((await fs.readdir(made.folder)).filter((name) => name.startsWith('full'))).toEqual([]);
  });
});
