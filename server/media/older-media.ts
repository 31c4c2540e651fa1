import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { media } from '#server/db/media-schema.ts';
import { defineJob } from '#server/infra/queue/queue.ts';
import { readBlob } from '#server/media/read-media.ts';
import { keepSmall } from '#server/media/store-media.ts';
import { AppError } from '#shared/errors.ts';
import { z } from '#shared/zod.ts';

/** What older releases stored gets owners and small widths after the start, page by page; each page sends for the next. */

const CARDS_A_PAGE = 1_000;
const PICTURES_A_PAGE = 20;

const from = z.object({ after: z.string() });
const countOlder = defineJob('count-older-media', from);
const shrinkOlder = defineJob('shrink-older-pictures', from);

export function olderMediaJobs(app: AppContext): void {
  app.queue.handle(countOlder, ({ after }) => countPage(app, after));
  app.queue.handle(shrinkOlder, ({ after }) => shrinkPage(app, after));
}

/** Begins with both, unless they were begun in the last month; what is done already is passed over quickly. */
export async function sendOlderMediaJobs(app: AppContext): Promise<void> {
  for (const job of [countOlder, shrinkOlder]) {
    await app.queue.send(app.db, job, { after: '' }, { key: 'begin' });
  }
}

/**
 * The holds of a page of cards: each file counts once for each account, and what is counted already is left as it is. A card
 * may let go of a file meanwhile, here or in the older release, which notes nothing: the sweep looks again a day later.
 */
async function countPage(app: AppContext, after: string): Promise<void> {
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
    if (last) await app.queue.send(tx, countOlder, { after: last }, { key: last });
  });
}

/** The small widths of a page of pictures. */
async function shrinkPage(app: AppContext, after: string): Promise<void> {
  const isToShrink = sql`${media.kind} = 'image' and not ${media.isShrunk}`;
  const page = await app.db
    .select({ name: media.name })
    .from(media)
    .where(and(isToShrink, gt(media.name, after)))
    .orderBy(asc(media.name))
    .limit(PICTURES_A_PAGE);
  for (const { name } of page) {
    await shrink(app, name);
    await app.db.update(media).set({ isShrunk: true }).where(eq(media.name, name));
  }
  const last = page.at(-1)?.name;
  if (last) await app.queue.send(app.db, shrinkOlder, { after: last }, { key: last });
}

async function shrink(app: AppContext, name: string): Promise<void> {
  const bytes = await readBlob(app, name);
  if (!bytes) return;
  try {
    const small = await app.pictures.run('shrink', { bytes }, { lane: 'background', key: 'older', name });
    await keepSmall(app, name, small);
  } catch (error) {
    // A file that cannot be read any more is sent as it is; anything else is tried again.
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
    app.log.warn({ name }, 'A picture could not be made smaller');
  }
}
