import { Refusal } from '#server/people/import/read/import-files.ts';
import { isObject, type Json } from '#server/people/import/read/own-exports.ts';
import type { ArchiveFiles, FigureLine } from '../archive-tasks.ts';
import { countOf, idText, parseMoment } from '../archive-words.ts';
import type { DiskBudget } from '../disk-budget.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, FROM_NEWER } from '../manifest.ts';
import { createCardReader, readCount } from './card-reader.ts';
import { createContactReader } from './contact-reader.ts';
import { createLines } from './json-lines.ts';

/** Takes the values of an account's JSON as they come, and writes them where the import reads them. */

/** Cards are 50 at most; views and leads are the most of an archive, whose JSON is no longer than this. */
const CARDS_BYTES_MAX = 64 * 1024 ** 2;
const FIGURES_BYTES_MAX = 1024 ** 3;

const NOT_OURS = 'This isn’t a Goldleaf archive.';

/** `hasFigures`: leads, figures and which contact came by which card are kept, too. */
export function createAccountReader(files: ArchiveFiles, budget: DiskBudget, hasFigures: boolean) {
  const cards = createCardReader();
  const contacts = createContactReader(files, budget);
  const figures = createLines(files.figures, budget, FIGURES_BYTES_MAX);
  const counts = { lead: 0, view: 0, day: 0, visitors: 0, lost: 0 };
  const head = createHeadReader();

  const takeFigure = (of: Exclude<FigureLine['of'], 'contact'>) => (row: Json) => {
    counts[of] += of === 'day' ? viewsOn(row) : 1;
    if (hasFigures && idText(row.cardId) !== '' && !figures.write({ of, row })) counts.lost += 1;
  };
  /** The elements of lists. */
  const lists: Record<string, (value: Json) => void> = {
    cards: cards.takeCard,
    names: cards.takeName,
    nfcTags: cards.takeTag,
    contacts(contact) {
      contacts.takeContact(contact);
      const row = { id: idText(contact.id), cardId: idText(contact.cardId) };
      if (hasFigures && row.id && row.cardId) figures.write({ of: 'contact', row } satisfies FigureLine);
    },
    contactNotes: contacts.takeNote,
    ...{ leads: takeFigure('lead'), views: takeFigure('view') },
    ...{ viewDays: takeFigure('day'), viewVisitors: takeFigure('visitors') },
  };

  return {
    wants: (name: string) => Object.hasOwn(lists, name) || Object.hasOwn(head.values, name),
    take(name: string, json: string): void {
      const value = parse(json);
      head.values[name]?.(value);
      if (isObject(value)) lists[name]?.(value);
    },
    photos: contacts.photos,
    /** Writes cards and contacts once everything was taken. */
    finish() {
      figures.end();
      writeCards(files, budget, cards.finish());
      const photos = contacts.finish();
      const notes = [...cards.notes(), ...contacts.notes()];
      const { lead: leads, view, day, lost } = counts;
      if (lost > 0) notes.push(`${countOf(lost, 'row')} of leads and views: too many.`);
      return {
        writtenAt: head.writtenAt(),
        cards: cards.count(),
        contacts: contacts.count(),
        photos,
        leads,
        views: Math.max(view, day),
        notes,
      };
    },
    close(): void {
      contacts.close();
      contacts.photos.close();
      figures.close();
    },
  };
}

/** The views of a day, of which single ones may no longer have been kept. */
const viewsOn = ({ hours }: Json): number =>
  Array.isArray(hours) ? hours.reduce((sum: number, hour) => sum + readCount(hour?.[1]), 0) : 0;

function writeCards({ cards }: ArchiveFiles, budget: DiskBudget, all: Iterable<unknown>): void {
  const lines = createLines(cards, budget, CARDS_BYTES_MAX);
  for (const card of all) lines.write(card);
  lines.end();
}

/** Reads an archive's facts about itself, before its lists. */
function createHeadReader() {
  let writtenAt: string | null = null;
  const values: Record<string, (value: unknown) => void> = {
    format(value) {
      if (value !== ARCHIVE_FORMAT) throw new Refusal(NOT_OURS);
    },
    version(value) {
      if (!(typeof value === 'number' && value <= ARCHIVE_VERSION)) throw new Refusal(FROM_NEWER);
    },
    exportedAt(value) {
      writtenAt = parseMoment(value);
    },
  };
  return { values, writtenAt: () => writtenAt };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Refusal('This archive is damaged: its JSON isn’t valid.');
  }
}
