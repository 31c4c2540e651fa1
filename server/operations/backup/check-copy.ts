import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { keptText, publicText } from '#server/access/visibility.ts';
import { endSession, startSession } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext } from '#server/context.ts';
import { cardMedia } from '#server/db/schema/cards.ts';
import { sessionCookies } from '#server/infra/http/credentials/session-cookie.ts';
import { accountId } from '#shared/accounts/ids.ts';

/** A look at a restored copy as a visitor and as an owner, over HTTP. */

const CARDS = 10;
/** Programs are not counted as visitors. */
const USER_AGENT = 'goldleaf-restore-bot';
/** The first half of the SHA-256 of a file is its name. */
const HASH_CHARACTERS = 32;

/** How many cards were fetched with their files, and what is not as it should be. */
export interface CopyCheck {
  cards: number;
  wrong: string[];
}

/** Fetches ten cards with their files, and makes, reads and ends a session. */
export async function checkCopy(app: AppContext, origin: string): Promise<CopyCheck> {
  const wrong: string[] = [];
  const get = createGet(origin);
  const expectStatus = async (path: string, status: number, cookie?: string) => {
    const found = await get(path, cookie);
    if (found.status !== status) wrong.push(`${path} answered ${found.status} instead of ${status}.`);
    return found.bytes;
  };
  const cards = await chooseCards(app);
  for (const id of cards) {
    await expectStatus(`/card/${id}`, 200);
    await expectStatus(`/api/cards/${id}/vcard`, 200);
    const files = await app.db
      .select({ name: cardMedia.mediaName })
      .from(cardMedia)
      .where(eq(cardMedia.cardId, id));
    for (const { name } of files) {
      const bytes = await expectStatus(`/media/${name}`, 200);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARACTERS);
      if (!name.startsWith(hash)) wrong.push(`/media/${name} has another content than its name says.`);
    }
  }
  await checkSession(app, expectStatus);
  return { cards: cards.length, wrong };
}

type ExpectStatus = (path: string, status: number, cookie?: string) => Promise<Buffer>;

async function chooseCards({ db }: AppContext): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select business_cards.id from business_cards join users on users.id = business_cards.user_id
    where ${sql.raw(`${publicText('business_cards', 'users')} and ${keptText('business_cards')}`)}
    order by random() limit ${CARDS}`);
  return rows.map(({ id }) => id);
}

async function checkSession(app: AppContext, expectStatus: ExpectStatus): Promise<void> {
  const { rows } = await app.db.execute<{ id: string }>(
    sql`select id from persons where suspended_at is null order by created_at limit 1`,
  );
  const [person] = rows;
  if (!person) return;
  const nowhere = {
    requestId: 'restore',
    address: '127.0.0.1',
    userAgent: USER_AGENT,
    readCountry: () => null,
    origin: '',
    header: () => undefined,
    edgeHeader: () => undefined,
  };
  const token = await startSession(app, nowhere, accountId.parse(person.id));
  const cookie = sessionCookies(token);
  try {
    await expectStatus('/api/auth/me', 200, cookie);
    await expectStatus('/api/cards', 200, cookie);
  } finally {
    await endSession(app, token);
  }
  await expectStatus('/api/auth/me', 401, cookie);
}

function createGet(origin: string) {
  return async (path: string, cookie?: string) => {
    const headers = { 'user-agent': USER_AGENT, ...(cookie ? { cookie } : {}) };
    const response = await fetch(`${origin}${path}`, { headers, redirect: 'manual' });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
}
