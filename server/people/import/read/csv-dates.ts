import type { DateOrder } from '#shared/people/import.ts';
import { dateOf } from './vcard-values.ts';

/** Dates as tables write them. A column is judged as a whole: one row with 12/25/1980 says how 4/12/1980 is meant. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const pad = (number: number | string): string => String(number).padStart(2, '0');

const TWO_NUMBERS = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?:[ ,T].*)?$/;

/** The order shown by one cell: an order, `either` if it can be read both ways, or null. */
function orderOf(cell: string): DateOrder | 'either' | null {
  const [, first = '', , second = ''] = TWO_NUMBERS.exec(cell) ?? [];
  if (!first || first === second) return null;
  if (Number(first) > 12) return Number(second) > 12 ? null : 'dayFirst';
  return Number(second) > 12 ? 'monthFirst' : 'either';
}

/** Finds out the order of the dates in a column, cell by cell. */
export function createDateJudge() {
  const seen = { dayFirst: 0, monthFirst: 0, either: 0 };
  let example = '';
  return {
    add(cell: string): void {
      if (cell.length > 40) return;
      const order = orderOf(cell);
      if (order) seen[order] += 1;
      if (order === 'either') example ||= cell;
    },
    /** Null if no cell can be read in two ways. Where the cells disagree, or say nothing, the owner is asked. */
    result(usual: DateOrder): { order: DateOrder | null; isSure: boolean; example: string } | null {
      const { dayFirst, monthFirst, either } = seen;
      if (either === 0) return null;
      if (dayFirst > 0 && monthFirst > 0) return { order: null, isSure: false, example };
      if (dayFirst + monthFirst === 0) return { order: usual, isSure: false, example };
      return { order: dayFirst > 0 ? 'dayFirst' : 'monthFirst', isSure: true, example };
    },
  };
}

/**
 * A date as ISO 8601 writes it; null if it cannot be told for sure, an empty text for the "0/0/00" by which Outlook says
 * there is none. `order` is that of the column, for what can be read in two ways.
 */
export function toIsoDate(text: string, order: DateOrder | null = null): string | null {
  if (/^0?0[/.-]0?0[/.-]0+$/.test(text)) return '';
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return valid(iso[1], iso[2], iso[3]);
  if (/^(?:--)\d{2}-?\d{2}$/.test(text) || /^\d{8}$/.test(text)) return dateOf(text);
  const named = /^(\d{1,2})[ .-]+(\p{L}{3})\p{L}*\.?[ ,-]+(\d{4})$/u.exec(text);
  if (named) return valid(named[3], monthOf(named[2]), named[1]);
  const american = /^(\p{L}{3})\p{L}*\.? (\d{1,2}),? (\d{4})(?:[ ,].*)?$/u.exec(text);
  if (american) return valid(american[3], monthOf(american[1]), american[2]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,].*)?$/.exec(text);
  if (dotted) return valid(dotted[3], dotted[2], dotted[1]);
  const [, first = '', , second = '', year] = TWO_NUMBERS.exec(text) ?? [];
  if (!year) return null;
  const own = orderOf(text);
  const read = own === 'either' ? order : own;
  if (read === 'dayFirst') return valid(year, second, first);
  return read === 'monthFirst' || first === second ? valid(year, first, second) : null;
}

const monthOf = (name = ''): string => pad(MONTHS.indexOf(name.toLowerCase()) + 1);

function valid(year = '', month = '', day = ''): string | null {
  const date = `${year}-${pad(month)}-${pad(day)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}
