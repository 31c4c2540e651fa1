import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const FROM = path.resolve('server/db/migrations');
const TO = path.resolve('dist/migrations');

/** Copies what the built server applies to its database: an installation that only runs it has no sources. */
export function migrations(): Plugin {
  return {
    name: 'migrations',
    apply: 'build',
    async writeBundle() {
      await fs.rm(TO, { recursive: true, force: true });
      await fs.mkdir(path.join(TO, 'meta'), { recursive: true });
      const statements = (await fs.readdir(FROM)).filter((name) => name.endsWith('.sql'));
      for (const name of [...statements, 'meta/_journal.json']) {
        await fs.copyFile(path.join(FROM, name), path.join(TO, name));
      }
    },
  };
}
