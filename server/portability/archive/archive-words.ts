/** "1 card", "1,200 cards". */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** No moment as we write it is longer, and no id. */
export const MOMENT_LENGTH_MAX = 40;
const ID_LENGTH_MAX = 200;

/** A text of an archive that is kept in memory; empty for what is none, or too long for it. */
export const idText = (value: unknown, most = ID_LENGTH_MAX): string =>
  typeof value === 'string' && value.length <= most ? value : '';

/** ISO 8601; null for what is no moment. */
export function parseMoment(value: unknown): string | null {
  const text = idText(value, MOMENT_LENGTH_MAX);
  return Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString();
}
