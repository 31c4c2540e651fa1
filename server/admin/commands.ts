import { eq, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema.ts';

/** What administrators do on the command line, since nobody becomes one through the web. Each answers a sentence. */

/** Gives or takes the right; `login` is a username or an email address, in any case. */
async function setAdmin(db: Db, login: string, isAdmin: boolean): Promise<string> {
  const wanted = login.toLowerCase();
  const isLogin = or(eq(sql`lower(${users.username})`, wanted), eq(sql`lower(${users.email})`, wanted));
  const [user] = await db.select().from(users).where(isLogin).limit(1);
  if (!user) {
    throw new Error(`Nobody is registered as “${login}”. Give the username that person signs in with.`);
  }
  const who = `${user.fullName} (${user.username})`;
  if (user.isAdmin === isAdmin) {
    return isAdmin ? `${who} is an administrator already.` : `${who} is no administrator.`;
  }
  await db.update(users).set({ isAdmin }).where(eq(users.id, user.id));
  return isAdmin
    ? `${who} is an administrator now, and finds the administration at /admin.`
    : `${who} is no longer an administrator.`;
}

const COMMANDS: Record<string, (db: Db, login: string) => Promise<string>> = {
  grant: (db, login) => setAdmin(db, login, true),
  revoke: (db, login) => setAdmin(db, login, false),
};

const USAGE = `Say whom, and what:
  npm run admin -- grant USERNAME    makes USERNAME an administrator
  npm run admin -- revoke USERNAME   makes USERNAME an ordinary user again`;

/** The command that these words ask for; throws how to say it when there is none. */
export function findCommand(words: string[]): (db: Db) => Promise<string> {
  const [name = '', login, ...more] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || !login || more.length > 0) throw new Error(USAGE);
  return (db) => command(db, login);
}
