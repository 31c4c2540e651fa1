import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runAll } from '#test/database.ts';
import { replicaOf } from '#test/replica.ts';
import { startTestServer } from '#test/server.ts';

/** The clients' view of a database that cannot write: a trigger in the database raises each error. */

const server = startTestServer();

async function registerOwner() {
  const client = server.client();
  const username = `ada${Math.random().toString(36).slice(2, 10)}`;
  const person = { username, email: `${username}@example.com`, password: 'correct horse', fullName: 'Ada' };
  await client('POST', '/api/auth/register', person);
  const card = await client('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
  return { client, cardId: card.body.id as string };
}

async function whileWritesFail<T>(table: string, state: string, run: () => Promise<T>): Promise<T> {
  const { db } = server.running.app;
  await runAll(
    db,
    `
    create or replace function refuse_write() returns trigger language plpgsql as $$
    begin raise exception 'could not write' using errcode = '${state}'; end $$;
    create trigger refuse_write before insert or update on ${table} execute function refuse_write()`,
  );
  try {
    return await run();
  } finally {
    await db.execute(sql.raw(`drop trigger refuse_write on ${table}`));
  }
}

it.each([
  ['53100', '60', 'We’re out of space right now, so nothing was saved. Please try again in a few minutes.'],
  ['25006', '2', 'Goldleaf is restarting. Please try again in a moment.'],
  ['40001', '2', 'Goldleaf is restarting. Please try again in a moment.'],
])(
  'responds with 503 and Retry-After to an exchange that met error %s, and accepts the next one',
  async (state, wait, message) => {
    const { client, cardId } = await registerOwner();
    const contact = { fullName: 'Grace', email: 'grace@example.com', cardId };
    const send = () => client('POST', '/api/contacts/exchange', contact);
    const refused = await whileWritesFail('contacts', state, send);
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
      503,
      wait,
      { message, code: 'unavailable' },
    ]);
    expect((await send()).status).toBe(200);
    expect((await client('GET', '/api/contacts')).body).toHaveLength(1);
  },
);

it.each(['22021', '22P05'])(
  'refuses text that the database cannot keep (%s), wherever it comes from',
  async (state) => {
    const { client, cardId } = await registerOwner();
    const rename = () => client('PUT', `/api/cards/${cardId}`, { fullName: 'Ada King' });
    const { status, body } = await whileWritesFail('business_cards', state, rename);
    expect([status, body]).toEqual([
      400,
      {
        message: 'That has a character that can’t be kept. Please take it out and try again.',
        code: 'bad_request',
      },
    ]);
  },
);

it('responds with 507 to an upload for which the database’s disk has no space', {
  tags: ['thorough'],
}, async () => {
  const { client } = await registerOwner();
  const form = new FormData();
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  form.append('file', new Blob([Buffer.from(pixel, 'base64')]), 'photo.png');
  const refused = await whileWritesFail('media', '53100', () => client('POST', '/api/media', form));
  expect([refused.status, refused.body.code]).toEqual([507, 'storage_full']);
});

it('tells the browser that it wrote even of a write that failed, which may have been committed', async () => {
  const { client, cardId } = await registerOwner();
  const { app } = server.running;
  app.replica = replicaOf(() => null);
  const rename = () => client('PUT', `/api/cards/${cardId}`, { fullName: 'Ada King' });
  const { status, headers } = await whileWritesFail('business_cards', '53100', rename);
  app.replica = null;
  expect([status, headers.getSetCookie().join()]).toEqual([503, expect.stringContaining('goldleaf_wrote=1')]);
});
