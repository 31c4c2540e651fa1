import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, it } from 'vitest';

/** Runs `npm run check:migrations` on this one statement. */
async function check(statement: string): Promise<{ code: number; said: string }> {
  const folder = await fs.mkdtemp(path.join(inject('runFolder'), 'migrations-'));
  await fs.writeFile(path.join(folder, '0068_tried.sql'), statement);
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/check-migrations.mjs', folder], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

it.each([
  ['adding-required-field', 'ALTER TABLE "users" ADD COLUMN "nickname" text NOT NULL;'],
  ['renaming-column', 'ALTER TABLE "users" RENAME COLUMN "full_name" TO "name";'],
  ['ban-drop-column', 'ALTER TABLE "users" DROP COLUMN "phone_number";'],
  ['changing-column-type', 'ALTER TABLE "users" ALTER COLUMN "idle_minutes" TYPE bigint;'],
  ['require-concurrent-index-creation', 'CREATE INDEX "contacts_x" ON "contacts" ("full_name");'],
])(
  'A migration that the release before cannot live with, or that holds up its work, is refused: %s',
  async (rule, statement) => {
    const { code, said } = await check(statement);
    expect(code).toBe(1);
    expect(said).toContain(rule);
  },
);

it('A table with its indexes, a column that may be empty, and what is meant are taken', async () => {
  const { code, said } = await check(`
    CREATE TABLE "shelves" ("id" text PRIMARY KEY NOT NULL, "user_id" text NOT NULL, "books" integer);
    CREATE INDEX "shelves_user_id" ON "shelves" ("user_id");
    ALTER TABLE "users" ADD COLUMN "nickname" text;
    -- squawk-ignore ban-drop-column
    ALTER TABLE "users" DROP COLUMN "phone_number";`);
  expect([code, said]).toEqual([0, '']);
});
