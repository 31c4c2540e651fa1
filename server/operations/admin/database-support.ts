import { sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { NEWEST_MAJOR } from '#server/db/embedded/binaries.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** The last day on which a major version of PostgreSQL gets fixes. Source: https://www.postgresql.org/support/versioning/ */
const LAST_FIXES: Record<number, string> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};
/** Moving a database takes an evening, which many have to plan. */
const NOTICE_MS = 365 * DAY_MS;

interface Server {
  major: number;
  isEmbedded: boolean;
}

/** From a year before PostgreSQL gets its last fixes: what an operator has to do, in one sentence or two. */
export function describeSupport({ major, isEmbedded }: Server, now: Date): string | null {
  const day = LAST_FIXES[major];
  if (!day || Date.parse(day) - now.getTime() > NOTICE_MS) return null;
  const isOver = now.getTime() > Date.parse(day) + DAY_MS;
  const facts = isOver
    ? `The database is of PostgreSQL ${major}, which has had no fixes since ${day}.`
    : `The database is of PostgreSQL ${major}, which gets its last fixes on ${day}.`;
  const advice = !isEmbedded
    ? 'Upgrade your server to a newer version; Goldleaf runs on 15 to 18.'
    : major >= NEWEST_MAJOR
      ? 'Get a newer release of Goldleaf, which brings a newer version.'
      : 'Make a backup, stop Goldleaf, and run npm run admin -- upgrade-database, as docs/operate.md says.';
  return `${facts} ${advice}`;
}

type Asked = Pick<AppContext, 'db' | 'config' | 'now'>;

export async function supportNotice({ db, config, now }: Asked): Promise<string | null> {
  const { rows } = await db.execute<{ major: number }>(
    sql`select current_setting('server_version_num')::int / 10000 as major`,
  );
  return describeSupport({ major: rows[0]?.major ?? 0, isEmbedded: !config.databaseUrl }, now());
}

/** Says so in the log. */
export async function warnOfSupport(app: Asked & Pick<AppContext, 'log'>): Promise<void> {
  const notice = await supportNotice(app);
  if (notice) app.log.warn(notice);
}
