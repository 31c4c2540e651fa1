import { and, desc, eq, gt, ne, or, sql } from 'drizzle-orm';
import { actorOf, actorStamp } from '#server/access/actor.ts';
import { lockNamed } from '#server/access/locks.ts';
import { notFound } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { writeInOrder, writeInOrderAfter } from '#server/access/write-in-order.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contacts, contactTags } from '#server/db/schema/people.ts';
import { contactOperations } from '#server/db/schema/people-changes.ts';
import { finishContacts, isAmong } from '#server/db/search/index-contacts.ts';
import { valuesOf } from '#server/db/values-of.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { repeatForTurn } from '#server/infra/long-work/repeat-for-turn.ts';
import { nextPage, type OperationDetails, PAGE } from '#server/people/contacts/merge/chosen-contacts.ts';
import { IS_OPEN, toOperation } from '#server/people/contacts/merge/end-operations.ts';
import { forgetCrowdedOut, IS_KEPT } from '#server/people/contacts/merge/forget-operations.ts';
import { undoMerge } from '#server/people/contacts/merge/merge-undo.ts';
import { bringBack, takeAway } from '#server/people/contacts/merge/snapshot.ts';
import { undoUpdate } from '#server/people/contacts/merge/update-undo.ts';
import { takeTags } from '#server/people/contacts/tags.ts';
import { UPDATE_CONTACTS } from '#server/people/contacts/write-contacts.ts';
import type { Page } from '#shared/contract/api.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import { foldText } from '#shared/formats/fold.ts';
import { TAGS_A_CONTACT_MAX } from '#shared/people/contact-limits.ts';
import type { BulkChange, ContactOperation, RecentChange } from '#shared/people/contact-operations.ts';

/**
 * Changes of many contacts. Each page is a transaction that also notes how far it has come, so that no lock is held for
 * long, a killed process continues where it was, and undoing knows exactly what was done (docs/decisions/253).
 */

/** Operations of an owner that run at once. */
const RUNNING_MAX = 3;

type Row = typeof contactOperations.$inferSelect;

/** Goes on for a while, and leaves the rest to another job. */
export async function runOperation(app: AppContext, { id }: { id: string }): Promise<void> {
  if (await repeatForTurn(() => runPage(app, id))) {
    await app.queue.send(app.db, 'contact-operation', { id });
    return;
  }
  const { id: operationId, userId } = contactOperations;
  const [done] = await app.db.select({ userId }).from(contactOperations).where(eq(operationId, id));
  if (done) await forgetCrowdedOut(app, done);
}

/** Begins a change; one of a few hundred contacts is done when this returns. */
export async function changeMany(
  ctx: UserContext,
  { body }: { body: BulkChange },
): Promise<ContactOperation> {
  const { action, tag, ids, all, except } = body;
  return begin(ctx, action, { tag, ids: ids && [...new Set(ids)], all, except });
}

/** Takes a tag off all contacts and off the owner's list. */
export async function deleteTag(
  ctx: UserContext,
  { params }: { params: { name: string } },
): Promise<ContactOperation> {
  const [known] = await ctx.db
    .select()
    .from(contactTags)
    .where(and(whereCan(ctx, 'delete', 'contactTag'), eq(contactTags.folded, foldText(params.name))));
  if (!known) throw notFound('contactTag');
  const all = { tag: known.name, asOf: ctx.now().toISOString() };
  return begin(ctx, 'untag', { tag: known.name, all, isTagDeleted: true });
}

async function begin(
  ctx: UserContext,
  kind: Row['kind'],
  details: OperationDetails,
): Promise<ContactOperation> {
  const id = newId();
  await writeInOrder(ctx, async (tx) => {
    await lockNamed(tx, `operations ${ctx.account.id}`);
    const isRunning = and(whereCan(ctx, 'see', 'contactOperation'), IS_OPEN);
    if ((await tx.$count(contactOperations, isRunning)) >= RUNNING_MAX) {
      throw new AppError(
        'conflict',
        'Your last changes are still in progress. Please try again in a moment.',
      );
    }
    const [tag] =
      details.tag && kind === 'tag'
        ? await takeTags(tx, ctx.account.id, [details.tag], ctx.now())
        : [details.tag];
    await tx.insert(contactOperations).values({
      id,
      ...stampNew(ctx, 'contactOperation'),
      kind,
      state: 'running',
      details: { ...details, tag },
      createdAt: ctx.now(),
    });
    await ctx.queue.send(tx, 'contact-operation', { id });
  });
  // The job goes on from here, also if this process ends before.
  await runPage(ctx, id);
  return getOperation(ctx, { params: { id } });
}

export async function getOperation(ctx: UserContext, { params }: ById): Promise<ContactOperation> {
  const [row] = await ctx.db
    .select()
    .from(contactOperations)
    .where(and(eq(contactOperations.id, params.id), whereCan(ctx, 'see', 'contactOperation')));
  if (!row) throw notFound('operation');
  return toOperation(row);
}

/** Those that can be undone, or were; one that changed nobody has nothing to undo. */
export async function listOperations(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<RecentChange>> {
  const limit = rowsWanted(query);
  const { createdAt, id, kind, state, done, details } = contactOperations;
  const rows = await ctx.db
    // Not the ids of those chosen one by one, of which there may be a thousand.
    .select({
      ...{ id, kind, state, done, createdAt },
      changed: sql<number>`coalesce((${details} ->> 'changed')::int, ${done})`,
      tag: sql<string | null>`${details} ->> 'tag'`,
      name: contacts.fullName,
    })
    .from(contactOperations)
    .leftJoin(
      contacts,
      and(
        eq(kind, 'update'),
        eq(contacts.id, sql`${details} -> 'ids' ->> 0`),
        whereCan(ctx, 'see', 'contact'),
      ),
    )
    .where(
      and(
        whereCan(ctx, 'see', 'contactOperation'),
        IS_KEPT,
        or(ne(state, 'done'), gt(done, 0)),
        isOlder(createdAt, id, toMomentPosition(query.cursor)),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  const toChange = ({ changed, tag, name, createdAt, ...row }: (typeof rows)[number]): RecentChange => ({
    ...{ ...toOperation(row), changed, tag, name },
    createdAt: createdAt.toISOString(),
  });
  return { ...page, rows: page.rows.map(toChange) };
}

/** Undoes it as a whole, also while it still runs: then it stops first. Throws 409 if a later one has to be undone before. */
export async function undoOperation(ctx: UserContext, { params }: ById): Promise<ContactOperation> {
  const { id } = params;
  const isThis = and(eq(contactOperations.id, id), whereCan(ctx, 'edit', 'contactOperation'), IS_KEPT);
  let row: Row | undefined;
  const lock = async (tx: Db) => {
    [row] = await tx.select().from(contactOperations).where(isThis).for('update');
    if (!row) throw notFound('operation');
  };
  const whose = { userId: ctx.account.id, actor: ctx.actor };
  const count = await writeInOrderAfter(ctx, whose, lock, async (tx) => {
    if (!row || row.state === 'undone' || row.state === 'undoing') return row?.done ?? 0;
    const details = { ...row.details, changed: row.done } satisfies OperationDetails;
    const set = { state: 'undoing', details, ...actorStamp(ctx.actor) } as const;
    await tx.update(contactOperations).set(set).where(isThis);
    // In this transaction: if it is refused, nothing has begun.
    if (isAtOnce(row)) await runBack(ctx, tx, { ...row, details });
    else await ctx.queue.send(tx, 'contact-operation', { id });
    return row.done;
  });
  await runPage(ctx, id);
  if (count <= PAGE) await runPage(ctx, id);
  return getOperation(ctx, { params });
}

/** One that is undone as a whole in one transaction. */
const isAtOnce = ({ kind }: Row): boolean => kind === 'merge' || kind === 'update';

/** Does the next page of an operation; returns whether there may be more. */
async function runPage(app: AppContext, id: string): Promise<boolean> {
  const isThis = eq(contactOperations.id, id);
  const [asked] = await app.db.select().from(contactOperations).where(isThis);
  if (!asked) return false;
  const { userId } = asked;
  let row: Row | undefined;
  const lock = async (tx: Db) => {
    [row] = await tx.select().from(contactOperations).where(isThis).for('update');
  };
  return writeInOrderAfter(app, { userId, actor: actorOf(asked) }, lock, async (tx) => {
    if (row?.state === 'running') return runForward(app, tx, row);
    if (row?.state === 'undoing') return runBack(app, tx, row);
    return false;
  });
}

async function runForward(app: AppContext, tx: Db, row: Row): Promise<boolean> {
  const details = row.details as OperationDetails;
  const page = await nextPage(tx, row.userId, details);
  const done = row.done + (await apply(tx, row, details, { ids: page.ids, at: app.now() }));
  await tx
    .update(contactOperations)
    .set({ done, state: page.isLast ? 'done' : 'running', details: { ...details, ...page.reached } })
    .where(eq(contactOperations.id, row.id));
  if (page.isLast && details.isTagDeleted && details.tag) {
    await tx
      .delete(contactTags)
      .where(and(whereCan(systemFor(row.userId), 'delete', 'contactTag'), eq(contactTags.name, details.tag)));
  }
  return !page.isLast;
}

/** Changes these contacts, notes those that it changed, and returns how many they were. */
async function apply(
  tx: Db,
  row: Row,
  { tag }: OperationDetails,
  { ids, at }: { ids: string[]; at: Date },
): Promise<number> {
  if (ids.length === 0) return 0;
  const isToDo = {
    tag: sql`not tags @> array[${tag}] and cardinality(tags) < ${TAGS_A_CONTACT_MAX}`,
    untag: sql`tags @> array[${tag}]`,
    favorite: sql`not is_favorite`,
    unfavorite: sql`is_favorite`,
    delete: sql`true`,
    merge: sql`false`,
    update: sql`false`,
  }[row.kind];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from contacts
    where id in ${valuesOf(ids)}
      and ${whereCan(systemFor(row.userId), 'edit', 'contact')} and ${isToDo}
    order by id for update`);
  const found = rows.map(({ id }) => id);
  if (row.kind === 'delete') {
    await takeAway(tx, row.id, found, at);
    return found.length;
  }
  await tx.execute(sql`
    with changed as (
      ${UPDATE_CONTACTS} set ${setting(row.kind, tag)}
      where id in ${valuesOf(found)} returning id
    )
    insert into contact_undo_rows (operation_id, contact_id) select ${row.id}, id from changed order by id`);
  await finishContacts(tx, isAmong(found));
  return found.length;
}

const setting = (kind: Row['kind'], tag: string | undefined) =>
  kind === 'tag'
    ? sql`tags = array_append(tags, ${tag}::text)`
    : kind === 'untag'
      ? sql`tags = array_remove(tags, ${tag}::text)`
      : sql`is_favorite = ${kind === 'favorite'}`;

const OPPOSITE = { tag: 'untag', untag: 'tag', favorite: 'unfavorite', unfavorite: 'favorite' } as const;

async function runBack({ now }: AppContext, tx: Db, row: Row): Promise<boolean> {
  const { tag } = row.details as OperationDetails;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct contact_id as id from (
      select contact_id from contact_undo_rows where operation_id = ${row.id} order by contact_id limit ${PAGE * 4}
    ) as kept limit ${PAGE}`);
  const ids = rows.map(({ id }) => id);
  const list = valuesOf(ids);
  if (row.kind === 'merge') await undoMerge(tx, row.id, now());
  else if (row.kind === 'update') await undoUpdate(tx, row.id, now());
  else if (row.kind === 'delete') await bringBack(tx, row.id, ids);
  else {
    if (row.kind === 'untag' && tag) await takeTags(tx, row.userId, [tag], row.createdAt);
    const still =
      row.kind === 'untag'
        ? sql`not tags @> array[${tag}] and cardinality(tags) < ${TAGS_A_CONTACT_MAX}`
        : sql`true`;
    await tx.execute(sql`${UPDATE_CONTACTS} set ${setting(OPPOSITE[row.kind], tag)}
      where id in ${list} and ${whereCan(systemFor(row.userId), 'edit', 'contact')} and ${still}`);
    await finishContacts(tx, isAmong(ids));
  }
  await tx.execute(sql`delete from contact_undo_rows where operation_id = ${row.id}
    and (${isAtOnce(row)} or contact_id in ${list})`);
  const isLast = isAtOnce(row) || ids.length === 0;
  await tx
    .update(contactOperations)
    .set({ done: isLast ? 0 : Math.max(0, row.done - ids.length), state: isLast ? 'undone' : 'undoing' })
    .where(eq(contactOperations.id, row.id));
  return !isLast;
}
