/** Dates and times in text of six languages, so that no message names one that nobody gave. */

/** Parts that a text names; a year alone, a day of a month, a whole date. */
interface Named {
  day?: number;
  month?: number;
  year?: number;
}

const MONTHS = [
  'january jan januar jänner janvier enero ene gennaio gen janeiro',
  'february feb februar februari février febrero febbraio fevereiro fev',
  'march mar märz mrz mars marzo março',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio mag maio',
  'june jun juni juin junio giugno giu junho',
  'july jul juli juillet juil julio luglio lug julho',
  'august aug août agosto ago',
  'september sept sep septembre septiembre settembre set setembro',
  'october oct oktober okt octobre octubre ottobre ott outubro out',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre déc diciembre dic dicembre dezembro',
].map((names) => names.split(' '));
const MONTH_OF = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));
const MONTH = `(${[...MONTH_OF.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const SMALL = String.raw`(?:\s+de|\s+of|\s+del|\s+di|\.|er|º|ª|°|st|nd|rd|th)?`;
const YEAR = String.raw`(?:(?:,|\s+de|\s+del)?\s*((?:19|20)\d\d))?`;
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;

const DAY_MONTH = new RegExp(`${START}(\\d{1,2})${SMALL}${SMALL}\\s*${MONTH}\\.?${END}${YEAR}`, 'giu');
const MONTH_DAY = new RegExp(
  `${START}${MONTH}\\.?\\s*(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th|er)?${END}${YEAR}`,
  'giu',
);
const MONTH_YEAR = new RegExp(`${START}${MONTH}\\.?(?:\\s+de|\\s+del)?\\s+((?:19|20)\\d\\d)${END}`, 'giu');
const ISO = /(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g;
const NUMERIC = /(?<!\d)(\d{1,2})[-/.]\s?(\d{1,2})(?:[-/.]\s?((?:19|20)?\d\d)|\.(?!\d))(?!\d)/g;
const SHORT = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?![\d/])/g;
const YEAR_ALONE = /(?<![\d.,])((?:19|20)\d\d)(?![\d])/g;

/** Words that are a time by themselves: days of the week, days from today, times of a clock. */
const WORDS = new RegExp(
  `${START}(?:${[
    'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?',
    'montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?',
    'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    'lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo',
    'lunedì|lunedi|martedì|martedi|mercoledì|mercoledi|giovedì|giovedi|venerdì|venerdi|sabato|domenica',
    'segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira',
    'tomorrow|yesterday|tonight|übermorgen|gestern|demain|hier soir|ayer|mañana por la|domani|ieri|amanhã|ontem',
  ].join('|')})${END}`,
  'giu',
);
const CLOCK =
  /(?<![\d.,])(?:\d{1,2}\s?[:h]\s?\d{2}|\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?|uhr|heures|ore|horas|o['’]clock))(?![\p{L}\p{N}])/giu;
const ORDINAL = /(?<!\d)\d{1,2}(?:st|nd|rd|th)(?![\p{L}\p{N}])/giu;

const foldText = (text: string) => text.normalize('NFKC').toLowerCase();

/** The dates named in a text, and the text with those parts blanked. */
export function findDates(text: string): { dates: Named[][]; words: string[]; rest: string } {
  const dates: Named[][] = [];
  const words: string[] = [];
  let rest = foldText(text);
  const take = (pattern: RegExp, read: (match: string[]) => Named[]) => {
    rest = rest.replace(pattern, (...match: string[]) => {
      const readings = read(match).filter(isPossible);
      if (readings.length === 0) return match[0] ?? '';
      dates.push(readings);
      return ' ';
    });
  };
  const takeWords = (pattern: RegExp) => {
    rest = rest.replace(pattern, (word) => {
      words.push(word.replace(/[\s.]+/g, ''));
      return ' ';
    });
  };
  const yearOf = (digits: string | undefined) => {
    if (!digits) return {};
    return { year: digits.length === 2 ? 2000 + Number(digits) : Number(digits) };
  };
  const monthOf = (word = '') => MONTH_OF.get(word) ?? 0;
  take(ISO, ([, y, m, d]) => [{ year: Number(y), month: Number(m), day: Number(d) }]);
  take(DAY_MONTH, ([, d, m, y]) => [{ day: Number(d), month: monthOf(m), ...yearOf(y) }]);
  take(MONTH_YEAR, ([, m, y]) => [{ month: monthOf(m), ...yearOf(y) }]);
  take(MONTH_DAY, ([, m, d, y]) => [{ day: Number(d), month: monthOf(m), ...yearOf(y) }]);
  take(NUMERIC, ([, a, b, y]) => [
    { day: Number(a), month: Number(b), ...yearOf(y) },
    { day: Number(b), month: Number(a), ...yearOf(y) },
  ]);
  takeWords(CLOCK);
  take(SHORT, ([, a, b]) => [
    { day: Number(a), month: Number(b) },
    { day: Number(b), month: Number(a) },
  ]);
  take(YEAR_ALONE, ([, y]) => [yearOf(y)]);
  takeWords(WORDS);
  takeWords(ORDINAL);
  return { dates, words, rest };
}

const isPossible = ({ day, month }: Named) =>
  (day === undefined || (day >= 1 && day <= 31)) && (month === undefined || (month >= 1 && month <= 12));

/** True if one reading of a date says no more than one that is known. */
export const isKnownDate = (readings: Named[], known: Named[][]): boolean =>
  readings.some((one) =>
    known
      .flat()
      .some((other) =>
        (['day', 'month', 'year'] as const).every(
          (part) => one[part] === undefined || one[part] === other[part],
        ),
      ),
  );
