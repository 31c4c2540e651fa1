import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { archiveFilesIn } from '#server/portability/archive/account-imports.ts';
import type { ArchiveFiles } from '#server/portability/archive/archive-tasks.ts';
import { confirmIdentity } from '#test/factories.ts';
import { formOf, WAIT } from '#test/imports.ts';
import type { Answer, Client } from '#test/server.ts';
import { unzip } from '#test/unzip.ts';

/** Archives of accounts, over HTTP and in the process that reads them. */

/** Where that process finds an archive and writes what is in it, in a folder for the tests that call this. */
export function startArchiveFiles() {
  const made = { folder: '', files: {} as ArchiveFiles };
  beforeAll(async () => {
    made.folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-archive-'));
    for (const [of, name] of Object.entries({
      ...archiveFilesIn('one.upload'),
      scratch: 'one.scratch',
    })) {
      Object.assign(made.files, { [of]: path.join(made.folder, name) });
    }
  });
  afterAll(() => fs.rm(made.folder, { recursive: true }));
  return made;
}

export async function fetchZip(call: Client): Promise<Buffer> {
  await confirmIdentity(call);
  return (await call('GET', '/api/account/export')).bytes;
}

export const bringIn = (call: Client, archive: Buffer): Promise<Answer> =>
  call('POST', '/api/archive', formOf(archive, 'account.zip'));

/** Asks until the import is in this state. */
export const untilState = (call: Client, id: string, state: string) =>
  vi.waitFor(async () => {
    const { body } = await call('GET', `/api/archive/${id}`);
    expect(body.state).toBe(state);
    expect(body.contacts?.isOver ?? true).toBe(true);
    return body;
  }, WAIT);

export async function readIn(call: Client, archive: Buffer) {
  const { body, status } = await bringIn(call, archive);
  expect(status).toBe(200);
  return untilState(call, body.id, 'ready');
}

/** Brings in an archive as a whole. */
export async function broughtIn(call: Client, archive: Buffer) {
  const { id } = await readIn(call, archive);
  expect((await call('POST', `/api/archive/${id}/start`)).status).toBe(200);
  return untilState(call, id, 'done');
}

export async function zipFiles(files: Iterable<readonly [string, Buffer | string]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Replaces files of an archive. */
export async function editZip(
  archive: Buffer,
  change: (files: Map<string, Buffer | string>) => void,
): Promise<Buffer> {
  const files: Map<string, Buffer | string> = await unzip(archive);
  change(files);
  return zipFiles(files);
}

/** Replaces cards and contacts in an archive's JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes
export const withAccount = (archive: Buffer, change: (account: any) => void): Promise<Buffer> =>
  editZip(archive, (files) => {
    const account = JSON.parse(String(files.get('goldleaf.json')));
    change(account);
    files.set('goldleaf.json', JSON.stringify(account));
  });
