import fs from 'node:fs';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { callServer, registerOwner } from '#test/process/people.ts';
import { askDatabase, makeDataFolder, type Product, startProduct } from '#test/process/product.ts';
import { csvOf } from '#test/team-lists.ts';

/** Long work of a product that is killed at a point (`server/infra/long-work/points.ts`) and started again. */

const WAIT = { timeout: 60_000, interval: 20 };
const LONG_AGO = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);

/** Loaded before the product: kills it at the point, while a child reads only once that has a file to write to. */
const killerAt = (point: string): string => {
  const source = `
    import { readdirSync } from 'node:fs';
    import { subscribe } from 'node:diagnostics_channel';
    const kill = () => process.kill(process.pid, 'SIGKILL');
    const isWriting = () => readdirSync(process.env.DATA_DIR + '/imports').some((name) => name.endsWith('.part'));
    subscribe('goldleaf:long-work', (reached) => {
      if (reached !== ${JSON.stringify(point)}) return;
      if (reached.endsWith('child reading')) setInterval(() => { if (isWriting()) kill(); }, 1);
      else kill();
    });`;
  return `--import=data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
};

/** A product with an owner, which is killed at the point. */
export async function startUntil(point: string) {
  const DATA_DIR = makeDataFolder();
  let kills = 0;
  let product: Product = await startProduct({ DATA_DIR, NODE_OPTIONS: killerAt(point) });
  let { cookie } = await registerOwner(product.url);
  // Null if it was killed meanwhile. To prove who one is begins another session.
  const ask = async (method: string, at: string, body?: unknown) =>
    callServer(product.url, method, at, body, cookie).then(
      (answer) => {
        cookie = answer.cookie;
        return answer.body;
      },
      () => null,
    );
  const send = async (at: string, content: Buffer | string, name: string) => {
    const form = new FormData();
    form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name));
    const answer = await fetch(product.url + at, { method: 'POST', body: form, headers: { cookie } }).catch(
      () => null,
    );
    return answer?.json() as Promise<{ id: string }> | undefined;
  };
  const download = async (at: string) =>
    Buffer.from(await (await fetch(product.url + at, { headers: { cookie } })).arrayBuffer());
  return {
    ...{ ask, send, download },
    isRunning: () => product.isRunning(),
    kills: () => kills,
    async startAgain() {
      expect(await product.ended).toEqual({ code: null, signal: 'SIGKILL' });
      kills += 1;
      product = await startProduct({ DATA_DIR });
    },
    change: (statement: string) => askDatabase(DATA_DIR, statement),
    rowsOf: (table: string) => askDatabase<{ id: string }>(DATA_DIR, `select id from ${table}`),
    /** Makes every file old, sweeps, and waits until none is left. */
    async expectSwept(folder: string, job: string) {
      const files = () => fs.readdirSync(path.join(DATA_DIR, folder));
      for (const name of files()) fs.utimesSync(path.join(DATA_DIR, folder, name), LONG_AGO, LONG_AGO);
      await askDatabase(DATA_DIR, `insert into pgboss.job (name, data) values ('${job}', '{}')`);
      await vi.waitFor(() => expect(files()).toEqual([]), WAIT);
    },
  };
}

type Killed = Awaited<ReturnType<typeof startUntil>>;

/** Asks until the work is in the state or the product was killed, and starts a killed one again. */
export async function reach(killed: Killed, at: string, state: string): Promise<void> {
  await vi.waitFor(async () => {
    if (!killed.isRunning()) await killed.startAgain();
    expect(await killed.ask('GET', at)).toMatchObject({ state });
  }, WAIT);
}

const ROWS = 600;
const CSV = [
  'Name,Email',
  ...Array.from({ length: ROWS }, (_, nth) => `Person ${nth} Name${nth},p${nth}@example.com`),
].join('\n');

/** Imports a file, kills the product at the point meanwhile, and takes the import back. */
export async function expectImportSurvives(point: string): Promise<void> {
  const killed = await startUntil(`contact-imports: ${point}`);
  const sent = await killed.send('/api/import', CSV, 'many.csv');
  if (!sent) {
    await killed.startAgain();
    // Nobody was told of it: it is there as a whole, or can be sent again.
    if ((await killed.rowsOf('contact_imports')).length === 0)
      await killed.send('/api/import', CSV, 'many.csv');
  }
  const [one] = await killed.rowsOf('contact_imports');
  const at = `/api/import/${one?.id}`;
  await reach(killed, at, 'ready');
  await killed.ask('POST', `${at}/start`, { duplicates: 'add' });
  await reach(killed, at, 'done');
  // Done is seen before the product gets to the point: undone meanwhile, it would never be killed.
  if (point === 'done' && killed.kills() === 0) await killed.startAgain();
  const { progress } = await killed.ask('GET', at);
  expect(progress).toMatchObject({ done: ROWS, added: ROWS, skipped: 0, failed: 0 });
  expect(await killed.ask('GET', '/api/contacts/summary')).toMatchObject({ contacts: ROWS });
  await killed.ask('POST', `${at}/undo`);
  await reach(killed, at, 'undone');
  expect((await killed.ask('GET', at)).undo).toMatchObject({ removed: ROWS, kept: 0 });
  expect(await killed.ask('GET', '/api/contacts/summary')).toMatchObject({ contacts: 0 });
  expect(await killed.rowsOf('contact_imports')).toHaveLength(1);
  expect(killed.kills()).toBe(1);
  await killed.expectSwept('imports', 'old-contact-imports');
}

/** Imports an archive of 600 contacts into an emptied account, and kills the product at the point meanwhile. */
export async function expectArchiveSurvives(point: string): Promise<void> {
  const killed = await startUntil(`account-imports: ${point}`);
  const { id } = (await killed.send('/api/import', CSV, 'many.csv')) ?? {};
  await reach(killed, `/api/import/${id}`, 'ready');
  await killed.ask('POST', `/api/import/${id}/start`, { duplicates: 'add' });
  await reach(killed, `/api/import/${id}`, 'done');
  await killed.ask('POST', '/api/account/confirm', { password: 'correct horse' });
  const archive = await killed.download('/api/account/export');
  await killed.ask('POST', `/api/import/${id}/undo`);
  await reach(killed, `/api/import/${id}`, 'undone');

  if (!(await killed.send('/api/archive', archive, 'a.zip'))) await killed.startAgain();
  const [one] = await killed.rowsOf('account_imports');
  const at = `/api/archive/${one?.id}`;
  await reach(killed, at, 'ready');
  // A start that was not acknowledged is asked for again.
  if (!(await killed.ask('POST', `${at}/start`))) {
    await killed.startAgain();
    await killed.ask('POST', `${at}/start`);
  }
  await reach(killed, at, 'done');
  await vi.waitFor(
    async () =>
      expect(await killed.ask('GET', at)).toMatchObject({ contacts: { added: ROWS, skipped: 0, failed: 0 } }),
    WAIT,
  );
  expect(await killed.ask('GET', '/api/contacts/summary')).toMatchObject({ contacts: ROWS });
  expect(await killed.rowsOf('account_imports')).toHaveLength(1);
  expect(await killed.rowsOf('contact_imports')).toHaveLength(2);
  expect(await killed.rowsOf('business_cards')).toHaveLength(1);
  expect(killed.kills()).toBe(1);
}

/** Prepares cards by a list, kills the product at the point meanwhile, and takes them back. */
export async function expectListSurvives(point: string): Promise<void> {
  const killed = await startUntil(`team-lists: ${point}`);
  await killed.change('update users set email_confirmed_at = now()');
  const team = await killed.ask('POST', '/api/teams', { name: 'Acme' });
  const lists = `/api/teams/${team.id}/lists`;
  const people = csvOf(120, 'kill.example');
  if (!(await killed.send(lists, people, 'staff.csv'))) {
    await killed.startAgain();
    // Nobody was told of it: it is there as a whole, or can be sent again.
    if ((await killed.rowsOf('team_lists')).length === 0) await killed.send(lists, people, 'staff.csv');
  }
  const [one] = await killed.rowsOf('team_lists');
  const at = `${lists}/${one?.id}`;
  await reach(killed, at, 'ready');
  await killed.ask('POST', `${at}/start`, {});
  await reach(killed, at, 'done');
  if (point === 'done' && killed.kills() === 0) await killed.startAgain();
  expect((await killed.ask('GET', at)).progress).toEqual({ done: 120, prepared: 120, skipped: 0, failed: 0 });
  expect(await killed.rowsOf('team_invites')).toHaveLength(120);
  // Mails beyond those of a day wait, also after a kill: none is counted twice.
  expect(await killed.rowsOf('team_mails')).toHaveLength(50);
  await killed.ask('POST', `${at}/undo`);
  await reach(killed, at, 'undone');
  expect((await killed.ask('GET', at)).undo).toEqual({ removed: 120, kept: 0 });
  expect(await killed.rowsOf('team_invites')).toEqual([]);
  expect(killed.kills()).toBe(1);
  await killed.expectSwept('team-lists', 'old-team-lists');
}
