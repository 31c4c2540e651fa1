import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { readBlob } from '#server/cards/media/read-media.ts';
import { keepSmall } from '#server/cards/media/store-media.ts';
import type { AppContext } from '#server/context.ts';
import { media } from '#server/db/schema/cards.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * After the start, files stored by older releases get owners and small widths, page by page; each page queues the next.
 */

const CARDS_A_PAGE = 1_000;
const PICTURES_A_PAGE = 20;

interface From {
  after: string;
}

/** Starts both, unless they were started in the last month; work that is already done is skipped quickly. */
export async function sendOlderMediaJobs(app: AppContext): Promise<void> {
  for (const job of ['count-older-media', 'shrink-older-pictures'] as const) {
    await app.queue.send(app.db, job, { after: '' }, { key: 'begin' });
  }
}

/**
 * Records the holds of a page of cards. Each file counts once per account, and files that are already counted are left
 * as they are. A card may drop a file meanwhile, here or in the older release, which records nothing: the sweep checks
 * again a day later.
 */
export async function countPage(app: AppContext, { after }: From): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ last: string | null }>(sql`
      with cards as (
        select id, user_id from business_cards where id > ${after} order by id limit ${CARDS_A_PAGE}
      ), held as (
        insert into media_owners (user_id, media_name, bytes, idle_since)
        select distinct cards.user_id, media.name, media.bytes, ${app.now().toISOString()}::timestamptz
        from cards join card_media on card_media.card_id = cards.id join media on media.name = card_media.media_name
        order by 1, 2
        on conflict do nothing returning user_id, bytes
      ), counted as (
        update users set media_bytes = users.media_bytes + sums.bytes
        from (select user_id, sum(bytes) as bytes from held group by user_id) sums
        where users.id = sums.user_id
      )
      select max(id) as last from cards`);
    const last = rows[0]?.last;
    if (last) await app.queue.send(tx, 'count-older-media', { after: last }, { key: last });
  });
}

/** Makes the small widths of a page of pictures. */
export async function shrinkPage(app: AppContext, { after }: From): Promise<void> {
  const isToShrink = sql`${media.kind} = 'image' and not ${media.isShrunk}`;
  const page = await app.db
    .select({ name: media.name })
    .from(media)
    .where(and(isToShrink, gt(media.name, after)))
    .orderBy(asc(media.name))
    .limit(PICTURES_A_PAGE);
  for (const { name } of page) {
    await shrinkMedia(app, name);
    await app.db.update(media).set({ isShrunk: true }).where(eq(media.name, name));
  }
  const last = page.at(-1)?.name;
  if (last) await app.queue.send(app.db, 'shrink-older-pictures', { after: last }, { key: last });
}

async function shrinkMedia(app: AppContext, name: string): Promise<void> {
  const bytes = await readBlob(app, name);
  if (!bytes) return;
  try {
    const small = await app.pictures.run('shrink', { bytes }, { lane: 'background', key: 'older', name });
    await keepSmall(app, name, small);
  } catch (error) {
    // A file that cannot be decoded any more is sent as is; any other failure is retried.
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
    app.log.warn({ name }, 'A picture could not be made smaller');
  }
}
