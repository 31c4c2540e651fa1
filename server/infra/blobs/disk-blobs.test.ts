import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { openDiskBlobs } from './disk-blobs.ts';

it('What is no file of ours, as of a program that shows folders, is not among those to be swept', async () => {
  const folder = await fs.mkdtemp(path.join(inject('runFolder'), 'blobs-'));
  const blobs = await openDiskBlobs(folder, { require: async () => {} });
  await blobs.put('ours.jpg', Buffer.from('ours'));
  for (const name of ['.DS_Store', '~lock.odt#']) await fs.writeFile(path.join(folder, name), 'odd');
  await fs.mkdir(path.join(folder, 'a.folder'));
  const names: string[] = [];
  for await (const page of blobs.writtenBefore(new Date(Date.now() + 60_000))) names.push(...page);
  expect(names).toEqual(['ours.jpg']);
});
