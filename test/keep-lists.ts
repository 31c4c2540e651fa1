import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from '#server/db/open.ts';
import { keepLists } from '#server/db/upkeep.ts';
import type { TestServer } from '#test/server.ts';

/** Gives upkeep what it has by itself: a connection of its own, where statements have no time limit and no transaction. */
export async function onOwnConnection(
  { running }: TestServer,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: running.app.config.databaseUrl });
  await client.connect();
  try {
    await work(drizzle(client));
  } finally {
    await client.end();
  }
}

export const keepListsOf = (server: TestServer): Promise<void> => onOwnConnection(server, keepLists);
