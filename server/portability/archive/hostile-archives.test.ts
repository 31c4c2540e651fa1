import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { startArchiveFiles, zipFiles } from '#test/archives.ts';
import { digestOf, type Manifest } from './manifest.ts';
import { readArchive } from './read/read-archive.ts';
import { unpackMedia } from './read/unpack-media.ts';

/** The process that reads archives, without its process. */

const EMPTY = '{"cards":[],"contacts":[],"views":[]}';
const DAMAGED = 'This file is damaged or isn’t a Goldleaf archive.';

describe('Reading an archive', () => {
  const made = startArchiveFiles();
  const { files } = made;

  const read = async (zip: Buffer) => {
    await fs.writeFile(files.upload, zip);
    return readArchive(files);
  };
  const linesOf = async (name: 'cards' | 'rows' | 'figures') =>
    (await fs.readFile(files[name], 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  /** Replaces bytes of a zip by others of equal length, wherever they stand. */
  const forged = (zip: Buffer, from: string, to: string): Buffer =>
    Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
  const withPicture = () =>
    zipFiles([
      ['goldleaf.json', EMPTY],
      ['media/aaa.png', 'x'],
    ]);
  async function zipWith(add: (zip: ZipFile) => void, end?: Parameters<ZipFile['end']>[0]): Promise<Buffer> {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(EMPTY), 'goldleaf.json');
    add(zip);
    zip.end(end);
    const pieces: Buffer[] = [];
    for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  }
  /** With another number in the end of the directory, or in its first entry. */
  const numbered = (zip: Buffer, mark: string, offset: number, value: number, bytes: number): Buffer => {
    const copy = Buffer.from(zip);
    copy.writeUIntLE(value, copy.indexOf(mark, 0, 'latin1') + offset, bytes);
    return copy;
  };
  const END = 'PK\u0006\u0006';
  const ENTRY = 'PK\u0001\u0002';

  it.each([
    [
      'climbs out of its made.folder',
      async () => forged(await withPicture(), 'media/aaa.png', '../../aaa.png'),
      DAMAGED,
    ],
    [
      'names an absolute path',
      async () => forged(await withPicture(), 'media/aaa.png', '/etc/aaaa.png'),
      DAMAGED,
    ],
    [
      'names a path of Windows',
      async () => forged(await withPicture(), 'media/aaa.png', 'media\\aaa.png'),
      DAMAGED,
    ],
    [
      'has two files of one name',
      () =>
        zipFiles([
          ['goldleaf.json', EMPTY],
          ['goldleaf.json', '{}'],
        ]),
      'Two files in this archive have the same name.',
    ],
    [
      'has a symbolic link',
      () => zipWith((zip) => zip.addBuffer(Buffer.from('/etc/passwd'), 'media/a.png', { mode: 0o120777 })),
      DAMAGED,
    ],
    [
      'unpacks to a thousand times its size',
      () => zipFiles([['goldleaf.json', `{"cards":[${' '.repeat(4_000_000)}]}`]]),
      DAMAGED,
    ],
    ['says it is smaller than it is', async () => numbered(await withPicture(), ENTRY, 24, 5, 4), DAMAGED],
    [
      'says it is larger than the file',
      async () => numbered(await withPicture(), ENTRY, 20, 1e9, 4),
      DAMAGED,
    ],
    [
      'has more files than any account',
      async () =>
        numbered(await zipWith(() => {}, { forceZip64Format: true, comment: '' }), END, 32, 150_001, 4),
      'This archive has too many files.',
    ],
    ['is encrypted', async () => numbered(await withPicture(), ENTRY, 8, 1, 2), /encrypted/],
    ['breaks off', async () => (await withPicture()).subarray(0, 80), DAMAGED],
    ['is empty', async () => Buffer.alloc(0), DAMAGED],
    ['is no archive of ours', () => zipFiles([['readme.txt', 'Hello']]), 'This isn’t a Goldleaf archive.'],
    ['has JSON that breaks off', () => zipFiles([['goldleaf.json', '{"cards":[{"name":"A"']]), DAMAGED],
    ['has JSON that is none', () => zipFiles([['goldleaf.json', '{"cards":[{"name":A}]}']]), /isn’t valid/],
    ['is nested without end', () => zipFiles([['goldleaf.json', `{"a":${'['.repeat(5_000)}`]]), DAMAGED],
    ['is a list', () => zipFiles([['goldleaf.json', '[]']]), DAMAGED],
    [
      'has a value of many megabytes',
      () =>
        zipFiles([
          ['goldleaf.json', `{"cards":[{"name":"${'ab'.repeat(600_000)}"}]}`],
          ['a', ''],
        ]),
      DAMAGED,
    ],
    [
      'comes from the future',
      () => zipFiles([['goldleaf.json', '{"format":"goldleaf-account","version":2}']]),
      /newer/,
    ],
    [
      'is another format',
      () => zipFiles([['goldleaf.json', '{"format":"goldleaf-contacts"}']]),
      /isn’t a Goldleaf archive/,
    ],
    [
      'has a manifest from the future',
      () =>
        zipFiles([
          ['goldleaf.json', EMPTY],
          ['manifest.json', '{"format":"goldleaf-account","version":2}'],
        ]),
      /newer/,
    ],
  ])('refuses one that %s', async (_what, make, sentence) => {
    expect(await read(await make())).toEqual({ refusal: expect.stringMatching(sentence) });
    const left = (await fs.readdir(made.folder)).filter((name) => name.endsWith('.scratch'));
    expect(left).toEqual([]);
  });

  it('takes the digest only of a manifest that says what is there', async () => {
    const manifest: Manifest & { signature: string } = {
      format: 'goldleaf-account',
      version: 1,
      writtenAt: '2026-11-22T10:00:00.000Z',
      account: { id: 'a', email: null },
      files: { 'goldleaf.json': hash('sha256', EMPTY, 'hex') },
      signature: 's',
    };
    const whole = await read(
      await zipFiles([
        ['goldleaf.json', EMPTY],
        ['manifest.json', JSON.stringify(manifest)],
      ]),
    );
    expect(whole).toMatchObject({ digest: digestOf(manifest), signature: 's', writtenFor: 'a' });
    const more = await read(
      await zipFiles([
        ['goldleaf.json', EMPTY],
        ['b', ''],
        ['manifest.json', JSON.stringify(manifest)],
      ]),
    );
    expect(more).toMatchObject({ digest: null });
    const other = await read(
      await zipFiles([
        ['goldleaf.json', `${EMPTY} `],
        ['manifest.json', JSON.stringify(manifest)],
      ]),
    );
    expect(other).toMatchObject({ digest: null });
    const broken = JSON.stringify({ ...manifest, files: { 'goldleaf.json': 5 } });
    expect(
      await read(
        await zipFiles([
          ['goldleaf.json', EMPTY],
          ['manifest.json', broken],
        ]),
      ),
    ).toMatchObject({
      writtenFor: null,
    });
    for (const change of [
      { account: { id: 'a'.repeat(255), email: null } },
      { account: { id: 'a', email: 'a'.repeat(255) } },
      { writtenAt: `2026-11-22T10:00:00Z (${'a'.repeat(40)})` },
    ]) {
      const long = JSON.stringify({ ...manifest, ...change });
      const found = await read(
        await zipFiles([
          ['goldleaf.json', EMPTY],
          ['manifest.json', long],
        ]),
      );
      expect(found).toMatchObject({ digest: null, writtenFor: null, writtenForEmail: null, writtenAt: null });
    }
  });

  it('reads contacts with their notes and photos, and cards only as far as they are valid', async () => {
    const account = {
      cards: [
        {
          id: 'two',
          name: 'B',
          fullName: 'Bea',
          createdAt: '2026-02-01T00:00:00Z',
          viewCount: -5,
          version: 'x',
        },
        {
          id: 'one',
          name: 'A',
          fullName: 'Ada',
          createdAt: '2026-01-01T00:00:00Z',
          __proto__: { isAdmin: true },
        },
        { name: 5, fullName: {} },
        null,
      ],
      names: [
        { kind: 'card', name: 'ada', cardId: 'one', createdAt: '2026-01-01T00:00:00Z' },
        { kind: 'username', name: 'x' },
      ],
      contacts: [
        { id: 'c1', fullName: 'Grace, "}]', email: 'g@example.com', profileImage: '/media/aaa.png' },
        { id: 'c2', email: null },
      ],
      contactNotes: [
        { contactId: 'c1', text: 'Newer' },
        { contactId: 'c1', text: 'Older' },
      ],
      views: [{ cardId: 'one' }],
    };
    const found = await read(
      await zipFiles([
        ['goldleaf.json', JSON.stringify(account)],
        ['media/aaa.png', 'picture'],
      ]),
    );
    expect(found).toMatchObject({ cards: 2, contacts: 2, photos: 1, views: 1, media: 1 });
    expect(await linesOf('cards')).toMatchObject([
      { id: 'one', names: ['ada'] },
      { id: 'two', viewCount: 0, version: 1 },
    ]);
    const [grace, nobody] = await linesOf('rows');
    expect(grace.p).toMatchObject({ moreNotes: ['Older', 'Newer'], photo: { from: 0, bytes: 7 } });
    expect(nobody.e).toMatch(/no name/);
    // Without a manifest, the figures are not from here.
    expect(await linesOf('figures')).toEqual([]);
    const wanted = ['aaa.png', 'b.png'].map((name) => ({
      name,
      file: path.join(made.folder, `${name}.part`),
    }));
    expect(await unpackMedia({ upload: files.upload, files: wanted })).toMatchObject([
      { bytes: 7 },
      { file: null },
    ]);
  });

  it('gives the notes of an id to one contact, and no more of them than a contact may have', async () => {
    const fullName = 'Grace';
    const long = 'i'.repeat(201);
    const notes = Array.from({ length: 203 }, (_, nth) => ({ contactId: 'c', text: `Note ${nth}` }));
    const account = {
      contacts: [{ id: 'c', fullName }, { id: 'c', fullName }, { id: long, fullName }, { fullName }],
      contactNotes: [...notes, { contactId: long, text: 'Lost' }, { text: 'Of nobody' }],
    };
    const found = await read(await zipFiles([['goldleaf.json', JSON.stringify(account)]]));
    expect(found).toMatchObject({ contacts: 4, notes: ['3 notes of contacts: too many.'] });
    const [first, ...others] = await linesOf('rows');
    expect(first.p.moreNotes).toHaveLength(200);
    expect(first.p.moreNotes.at(-1)).toBe('Note 0');
    expect(others.map(({ p }) => p.moreNotes)).toEqual([[], [], []]);
  });
});
