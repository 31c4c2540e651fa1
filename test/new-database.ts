import pg from 'pg';

/** The role the product connects as in tests: it owns its database, and may create neither another nor an extension. */
const PRODUCT = 'product';

/** Creates the product's role on the server where `url` names a superuser. */
export async function createProductRole(server: pg.Client): Promise<void> {
  await server.query(`create role ${PRODUCT} login nosuperuser nocreatedb nocreaterole`);
}

/** To be copied for an empty database in the locale C, in which letter case is that of ASCII. */
export const EMPTY_IN_C = "template0 locale_provider libc locale 'C'";

/**
 * A new database, empty or copied from another. It is created by the role of `server` and given to the product's;
 * `url` is the product's. Its files are copied: through the log, PostgreSQL takes five times as long.
 */
export async function newDatabase(
  server: string,
  name: string,
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} template ${template} strategy file_copy owner ${PRODUCT}`);
  const url = new URL(server);
  url.username = PRODUCT;
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
