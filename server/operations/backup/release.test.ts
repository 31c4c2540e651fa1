import fs from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { readRelease } from './release.ts';

it('The release has the commit that was built, whoever runs it', async () => {
  const { readFile } = fs;
  const built = vi.fn(async () => 'abc');
  vi.spyOn(fs, 'readFile').mockImplementation(((file: string, ...more: []) =>
    file.endsWith('dist/commit') ? built() : readFile(file, ...more)) as typeof readFile);
  expect((await readRelease()).commit).toBe('abc');
  built.mockRejectedValueOnce(Object.assign(new Error('not there'), { code: 'ENOENT' }));
  expect((await readRelease()).commit).toBe(null);
  vi.restoreAllMocks();
});
