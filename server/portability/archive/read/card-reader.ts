import type { Json } from '#server/people/import/read/own-exports.ts';
import { CARD_FIELD_NAMES, CARD_FIELDS, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { newCard } from '#shared/cards/cards.ts';
import { namesOf } from '#shared/contract/field-kinds.ts';
import { isInlineData, ownMediaName } from '#shared/contract/media-urls.ts';
import { NFC_NUMBERS_MAX } from '#shared/sharing/nfc.ts';
import type { CardOfArchive } from '../archive-tasks.ts';
import { countOf, parseMoment } from '../archive-words.ts';

/** Takes cards from an account's JSON: as untrusted as what a browser sends, field by field. */

/** An account has three, besides those that can still be restored. */
const CARDS_MAX = 50;
/** Far more names and tags than an account may have; more are no export of ours. */
const NAMES_MAX = 2_000;
const TAGS_MAX = CARDS_MAX * NFC_NUMBERS_MAX;
const NAME_LENGTH_MAX = 200;
/** A smallint. */
const TAG_NUMBER_MAX = 32_767;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const readCount = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : 0;
/** Empty for what is no id. */
const idOf = (value: unknown): string => (/^[A-Za-z0-9_-]{1,40}$/.test(text(value)) ? text(value) : '');

const SLOTS = namesOf(CARD_FIELDS, 'media');
const LISTS = namesOf(CARD_FIELDS, 'mediaList');

export function createCardReader() {
  const cards: CardOfArchive[] = [];
  const names: { cardId: string; name: string; at: string }[] = [];
  const tags: (Json & { cardId: string })[] = [];
  const lost = { cards: 0, nameless: 0 };

  return {
    takeCard(json: Json): void {
      const card = cards.length < CARDS_MAX ? readCard(json) : null;
      if (card) cards.push(card);
      else if (cards.length < CARDS_MAX) lost.nameless += 1;
      else lost.cards += 1;
    },
    takeName(json: Json): void {
      if (json.kind !== 'card' || names.length >= NAMES_MAX) return;
      const name = text(json.name);
      if (name.length <= NAME_LENGTH_MAX)
        names.push({ cardId: idOf(json.cardId), name, at: parseMoment(json.createdAt) ?? '' });
    },
    takeTag(json: Json): void {
      const name = text(json.name);
      const number = readCount(json.number);
      if (tags.length >= TAGS_MAX || name.length > NAME_LENGTH_MAX || number === 0 || number > TAG_NUMBER_MAX)
        return;
      tags.push({
        ...{ cardId: idOf(json.cardId), name, number, isLocked: json.isLocked === true },
        views: readCount(json.views),
        createdAt: parseMoment(json.createdAt) ?? new Date(0).toISOString(),
        writtenAt: parseMoment(json.writtenAt),
        removedAt: parseMoment(json.removedAt),
      });
    },
    count: () => cards.length,
    notes: () => [
      ...(lost.cards > 0 ? [`${countOf(lost.cards, 'card')}: the archive has more than ${CARDS_MAX}.`] : []),
      ...(lost.nameless > 0 ? [`${countOf(lost.nameless, 'card')} without a label or a name.`] : []),
    ],
    /** The oldest first: where there is no room for all, the first ones come. */
    finish(): CardOfArchive[] {
      names.sort((one, other) => (one.at < other.at ? -1 : 1));
      cards.sort((one, other) => ((one.createdAt ?? '') < (other.createdAt ?? '') ? -1 : 1));
      for (const card of cards) {
        card.names = names.filter(({ cardId }) => cardId === card.id).map(({ name }) => name);
        card.tags = tags.filter(({ cardId }) => cardId === card.id).slice(0, NFC_NUMBERS_MAX);
      }
      return cards;
    },
  };
}

/** Null for what has no label or no name. */
function readCard(json: Json): CardOfArchive | null {
  const fields: Json = {};
  const notes: string[] = [];
  for (const name of CARD_FIELD_NAMES) {
    const value = json[name];
    if (value === undefined || value === null) continue;
    const parsed = newCard.shape[name].safeParse(withoutInline(name, value));
    if (parsed.success && parsed.data !== undefined) fields[name] = parsed.data;
    else notes.push(`Skipped “${cardField(name).label}”, which isn’t valid here.`);
  }
  if (!fields.name || !fields.fullName) return null;
  const region = text(json.phoneRegion);
  return {
    id: idOf(json.id),
    fields: fields as CardOfArchive['fields'],
    notes,
    isDeleted: typeof json.deletedAt === 'string',
    phoneRegion: /^[A-Z]{2}$/.test(region) ? region : null,
    version: Math.max(1, readCount(json.version)),
    viewCount: readCount(json.viewCount),
    uniqueViewCount: readCount(json.uniqueViewCount),
    createdAt: parseMoment(json.createdAt),
    updatedAt: parseMoment(json.updatedAt),
    alias: text(json.alias).slice(0, NAME_LENGTH_MAX) || null,
    isAliasMain: json.isAliasMain === true,
    names: [],
    tags: [],
  };
}

/** Files are in the archive by name; data within a field is none of ours. */
function withoutInline(name: CardFieldName, value: unknown): unknown {
  const isFree = (one: unknown) => typeof one !== 'string' || !isInlineData(one);
  if (SLOTS.some((slot) => slot === name)) return isFree(value) ? value : null;
  if (LISTS.some((slot) => slot === name) && Array.isArray(value)) return value.filter(isFree);
  return value;
}

/** The names of the files that a card shows, each with the first kind of field that shows it. */
export function mediaOf(fields: CardOfArchive['fields']): Map<string, 'image' | 'video'> {
  const found = new Map<string, 'image' | 'video'>();
  const add = (value: string | null | undefined, kind: 'image' | 'video') => {
    const name = ownMediaName(value);
    if (name !== null && !found.has(name)) found.set(name, kind);
  };
  for (const slot of SLOTS) add(fields[slot], CARD_FIELDS[slot].of);
  for (const list of LISTS) for (const value of fields[list] ?? []) add(value, CARD_FIELDS[list].of);
  return found;
}

/** Replaces the files in the fields: one without a new address is left out. */
export function withMedia(
  fields: CardOfArchive['fields'],
  addresses: ReadonlyMap<string, string>,
): CardOfArchive['fields'] {
  const moved = { ...fields };
  const addressOf = (value: string): string | null => {
    const name = ownMediaName(value);
    return name === null ? value : (addresses.get(name) ?? null);
  };
  for (const slot of SLOTS) {
    const value = moved[slot];
    if (value) moved[slot] = addressOf(value);
  }
  for (const list of LISTS) {
    const values: string[] | undefined = moved[list];
    if (values) moved[list] = values.flatMap((value) => addressOf(value) ?? []);
  }
  return moved;
}

/** The fields of a card's text, without those of its pictures. */
export const WORD_FIELDS = CARD_FIELD_NAMES.filter(
  (name) => CARD_FIELDS[name].kind !== 'media' && CARD_FIELDS[name].kind !== 'mediaList',
);
