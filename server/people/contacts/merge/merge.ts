import { sql } from 'drizzle-orm';
import { stamp } from '#server/access/actor.ts';
import { notFound } from '#server/access/refusals.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contactNotes, contacts } from '#server/db/schema/people.ts';
import { contactUndoRows } from '#server/db/schema/people-changes.ts';
import { valuesOf } from '#server/db/values-of.ts';
import { toContact } from '#server/people/contacts/contacts.ts';
import { toOperation } from '#server/people/contacts/merge/end-operations.ts';
import {
  addOperation,
  asColumns,
  MERGED,
  MOVED,
  NOTED,
  STAYED,
} from '#server/people/contacts/merge/merge-undo.ts';
import { moveTexts, takeAway } from '#server/people/contacts/merge/snapshot.ts';
import { updateContact } from '#server/people/contacts/write-contacts.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { SaidBy } from '#shared/contract/lead-questions.ts';
import { foldText } from '#shared/formats/fold.ts';
import { sortedJson } from '#shared/formats/sorted-json.ts';
import { MERGED_FIELDS, type Merge } from '#shared/people/contact-book.ts';
import {
  ADDRESSES_MAX,
  MORE_MAX,
  OTHER_PROPERTIES_LENGTH_MAX,
  OTHER_PROPERTIES_MAX,
  TAGS_A_CONTACT_MAX,
} from '#shared/people/contact-limits.ts';
import type { ContactOperation } from '#shared/people/contact-operations.ts';
import { CONTACT_RECORD, recordNamesWith } from '#shared/people/contact-record.ts';
import type { Contact } from '#shared/people/contacts.ts';
import type { OtherProperty } from '#shared/people/record-field.ts';

type Row = typeof contacts.$inferSelect;

/** Merges contacts into one; `undoOperation` brings all of them back as they were. */
export async function mergeContacts(
  ctx: UserContext,
  { body }: { body: Merge },
): Promise<{ contact: Contact; operation: ContactOperation }> {
  const others = [...new Set(body.others)].filter((id) => id !== body.keep);
  return writeInOrder(ctx, async (tx) => {
    const ids = [body.keep, ...others];
    const found = await tx
      .select()
      .from(contacts)
      .where(sql`${contacts.id} in ${valuesOf(ids)} and ${whereCan(ctx, 'edit', 'contact')}`)
      .orderBy(contacts.id)
      .for('update');
    const byId = new Map(found.map((row) => [row.id, row]));
    const rows = ids.flatMap((id) => byId.get(id) ?? []);
    const [kept, ...gone] = rows;
    if (!kept || gone.length === 0 || rows.length < ids.length) throw notFound('contact');
    const merged = mergedOf(rows, body.fields);
    const done = {
      ...stampNew(ctx, 'contactOperation'),
      kind: 'merge',
      done: gone.length,
      createdAt: ctx.now(),
    } as const;
    const operation = await addOperation(tx, done);
    const names = Object.keys(merged) as (keyof Row)[];
    const common = { operationId: operation.id, contactId: kept.id };
    await tx.insert(contactUndoRows).values({
      ...common,
      source: STAYED,
      row: asColumns(kept, names),
      // Holds the photo that undoing shows again.
      mediaName: sql`(select media_name from contact_media where contact_id = ${kept.id} limit 1)`,
    });
    await moveNotes(ctx, tx, { operationId: operation.id, keep: kept, gone });
    await movePerson(tx, { operationId: operation.id, keep: kept, gone });
    const told = gone.map(({ fullName, email }) => {
      const name = [fullName, email].filter(Boolean).join(', ');
      return { kind: 'merged' as const, details: { name } };
    });
    const row = await updateContact(tx, kept, merged, { at: ctx.now(), told, keepsPhoto: true });
    const after = asColumns(
      row,
      names.filter((name) => name !== 'consents' && name !== 'customFields'),
    );
    await tx.insert(contactUndoRows).values({ ...common, source: MERGED, row: { after } });
    return { contact: toContact(row), operation: toOperation(operation) };
  });
}

/** The new values of the contact that stays; the first row is its own. */
function mergedOf(rows: Row[], chosen: Merge['fields']): Partial<Row> {
  const [kept] = rows;
  if (!kept) return {};
  const sourceOf = (field: (typeof MERGED_FIELDS)[number]): Row => {
    const id = chosen[field];
    if (id === undefined) return rows.find((row) => row[field]) ?? kept;
    const row = rows.find((one) => one.id === id);
    if (!row) throw new AppError('invalid', 'Choose each field from one of these contacts.');
    return row;
  };
  const merged: Partial<Row> = Object.fromEntries(
    MERGED_FIELDS.map((field) => [field, sourceOf(field)[field]]),
  );
  for (const field of recordNamesWith('mergesWith')) {
    Object.assign(merged, { [field]: sourceOf(CONTACT_RECORD[field].mergesWith)[field] });
  }
  merged.phoneE164 = sourceOf('phone').phoneE164;
  merged.metAt ??= kept.metAt;
  merged.isFavorite = rows.some(({ isFavorite }) => isFavorite);
  merged.social = Object.assign({}, ...rows.map(({ social }) => social).reverse());
  merged.tags = within(
    unique(
      rows.flatMap(({ tags }) => tags),
      foldText,
    ),
    TAGS_A_CONTACT_MAX,
    'tags',
  );
  Object.assign(merged, reachOf(rows, merged));
  const addresses = unique(
    rows.flatMap((row) => row.addresses),
    (address) => JSON.stringify(address),
  );
  merged.addresses = within(addresses, ADDRESSES_MAX, 'addresses');
  merged.otherProperties = fittingProperties(rows.flatMap((row) => row.otherProperties));
  Object.assign(merged, leadOf(rows));
  return merged;
}

/** Answers and consents of a merged contact, each; those of the contact that stays come first. */
const GIVEN_MAX = 50;

/** Their answers and consents in forms, and how far the owner has come with them. */
function leadOf(rows: Row[]): Partial<Row> {
  // The private page of each person shows what they said themselves, also where the merge was a mistake.
  const listOf = <Item extends { saidBy?: SaidBy }>(listIn: (row: Row) => Item[]) => {
    const known = new Map<string, Item & { saidBy: string[] }>();
    for (const row of rows) {
      for (const { saidBy = row.id, ...said } of listIn(row) ?? []) {
        const key = JSON.stringify(said);
        const one = known.get(key) ?? { ...(said as Item), saidBy: [] };
        known.set(key, { ...one, saidBy: [...one.saidBy, saidBy].flat() });
      }
    }
    return [...known.values()].slice(0, GIVEN_MAX);
  };
  const answers = listOf(({ customFields }) => customFields);
  const times = rows.flatMap(({ followedUpAt }) => followedUpAt?.getTime() ?? []);
  return {
    consents: listOf(({ consents }) => consents),
    ...(answers.length > 0 && { customFields: answers }),
    leadStatus: rows.find(({ leadStatus }) => leadStatus)?.leadStatus ?? null,
    followedUpAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  };
}

/** Each once, and as many as a contact may have. */
export function fittingProperties(properties: OtherProperty[]): OtherProperty[] {
  let length = 2;
  const keyOf = ({ name, parameters, value }: OtherProperty) => sortedJson([name, parameters, value]);
  const fitting = unique(properties, keyOf).filter((property) => {
    const size = JSON.stringify(property).length + 1;
    if (length + size > OTHER_PROPERTIES_LENGTH_MAX) return false;
    length += size;
    return true;
  });
  return fitting.slice(0, OTHER_PROPERTIES_MAX);
}

/** Every way to reach them, each once, beside the first of its kind. */
function reachOf(rows: Row[], first: Partial<Row>): Partial<Row> {
  return {
    moreEmails: further(
      rows.flatMap((row) => [
        ...(row.email ? [{ value: row.email, label: row.emailLabel ?? '' }] : []),
        ...row.moreEmails,
      ]),
      first.email,
      ({ value }) => foldText(value),
    ),
    morePhones: further(
      rows.flatMap((row) => [
        ...(row.phone ? [{ value: row.phone, label: row.phoneLabel ?? '', e164: row.phoneE164 }] : []),
        ...row.morePhones,
      ]),
      first.phone && (first.phoneE164 ?? first.phone),
      ({ value, e164 }) => e164 ?? value,
    ),
    moreWebsites: further(
      rows.flatMap((row) => [
        ...(row.website ? [{ value: row.website, label: row.websiteLabel ?? '' }] : []),
        ...row.moreWebsites,
      ]),
      first.website,
      ({ value }) => foldText(value),
    ),
  };
}

function unique<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].reverse();
}

/** All but the one that comes first anyway, each once. */
function further<Item extends { value: string }>(
  items: Item[],
  first: string | null | undefined,
  keyOf: (item: Item) => string,
): Item[] {
  const isFirst = (item: Item) =>
    [keyOf(item), item.value].some((key) => key === first || key === foldText(first ?? ''));
  return within(
    unique(items, keyOf).filter((item) => !isFirst(item)),
    MORE_MAX,
    'further addresses or numbers of a kind',
  );
}

function within<Item>(items: Item[], most: number, what: string): Item[] {
  if (items.length <= most) return items;
  throw new AppError(
    'conflict',
    `Together they have more than ${most} ${what}, the most a contact can hold. Remove some first.`,
  );
}

/**
 * The others go, with everything that is theirs kept for undoing; their notes and events live on with the contact that
 * stays. What they had sent as a message becomes a note.
 */
async function moveNotes(
  ctx: UserContext,
  tx: Db,
  { operationId, keep, gone }: { operationId: string; keep: Row; gone: Row[] },
): Promise<void> {
  const list = valuesOf(gone.map(({ id }) => id));
  const said = gone.filter(({ notes }) => notes && notes !== keep.notes);
  const made = said.map((row) => ({
    id: newId(),
    ...stamp(ctx),
    contactId: keep.id,
    text: row.notes ?? '',
    createdAt: row.createdAt,
  }));
  const moved = await tx.execute<Record<string, unknown>>(sql`
    select n.id, 'contact_notes' as source, to_jsonb(n) as row from contact_notes n where contact_id in ${list}
    union all
    select h.id, 'contact_history', to_jsonb(h) from contact_history h where contact_id in ${list}`);
  await takeAway(
    tx,
    operationId,
    gone.map(({ id }) => id),
    ctx.now(),
  );
  await moveTexts(tx, operationId, keep.id);
  const rows = moved.rows.map(({ source, row }) => ({
    source,
    row: { ...(row as Record<string, unknown>), contact_id: keep.id },
  }));
  for (const source of ['contact_notes', 'contact_history']) {
    const table = sql.identifier(source);
    const given = JSON.stringify(rows.filter((one) => one.source === source).map(({ row }) => row));
    await tx.execute(
      sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${given}::jsonb)`,
    );
  }
  if (made.length === 0) return;
  await tx.insert(contactNotes).values(made);
  await tx
    .insert(contactUndoRows)
    .values(made.map(({ id }) => ({ operationId, contactId: keep.id, source: NOTED, row: { id } })));
}

/** Reminders of the others and receipts that they asked for are now of the contact that stays. */
async function movePerson(
  tx: Db,
  { operationId, keep, gone }: { operationId: string; keep: Row; gone: Row[] },
): Promise<void> {
  const list = valuesOf(gone.map(({ id }) => id));
  for (const [name, source] of Object.entries(MOVED)) {
    const table = sql.identifier(name);
    await tx.execute(sql`
      insert into contact_undo_rows (operation_id, contact_id, source, row)
      select ${operationId}, person_id, ${source}, jsonb_build_object('id', id) from ${table} where person_id in ${list}`);
    await tx.execute(sql`update ${table} set person_id = ${keep.id} where person_id in ${list}`);
  }
}
