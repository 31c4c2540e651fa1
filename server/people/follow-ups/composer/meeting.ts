import type { Voice } from '#server/people/follow-ups/composer/voice.ts';
import { DAY_MS, dayFormat } from '#shared/formats/time.ts';

/** Where and when two people met, in words. */

export interface Meeting {
  /** Null if nobody knows. */
  connectedAt: Date | null;
  place?: string | null | undefined;
  event?: string | null | undefined;
  now: Date;
  /** The zone whose calendar counts (IANA); in UTC without one. */
  timeZone?: string | null | undefined;
}

/** How long ago it was, as people count days. */
type Ago = 'today' | 'yesterday' | 'weekday' | 'lastWeek' | 'thisYear' | 'earlier';

const WEEK = 7;

/** A day of the calendar as a number, from a Monday on. */
const dayNumber = (moment: Date, timeZone: string | null): number => {
  const iso = dayFormat('en-CA', { dateStyle: 'short' }, timeZone)(moment);
  // January 1, 1970 was a Thursday.
  return Math.round(Date.parse(`${iso}T00:00:00Z`) / DAY_MS) + 3;
};

export function classifyAgo({ connectedAt, now, timeZone }: Meeting): Ago | null {
  if (!connectedAt) return null;
  const zone = timeZone ?? null;
  const [then, today] = [dayNumber(connectedAt, zone), dayNumber(now, zone)];
  const days = today - then;
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days > 1 && days < WEEK) return 'weekday';
  if (days > 0 && Math.floor(today / WEEK) - Math.floor(then / WEEK) === 1) return 'lastWeek';
  const year = dayFormat('en-US', { year: 'numeric' }, zone);
  return year(connectedAt) === year(now) ? 'thisYear' : 'earlier';
}

/** " yesterday at Web Summit in Lisbon", " on May 13", " in May 2024" after a year, or an empty text. */
export function meetingWords(voice: Voice, language: string, meeting: Meeting): string {
  const ago = classifyAgo(meeting);
  // After two weeks, an event says more than its date.
  const isLongAgo = ago === 'thisYear' || ago === 'earlier';
  return (meeting.event && isLongAgo ? '' : whenWords(voice, language, meeting)) + whereWords(voice, meeting);
}

export function whenWords(voice: Voice, language: string, meeting: Meeting): string {
  const { connectedAt, timeZone } = meeting;
  const ago = classifyAgo(meeting);
  if (!connectedAt || !ago) return '';
  const format = (options: Intl.DateTimeFormatOptions, locale = language) =>
    dayFormat(locale, options, timeZone ?? null)(connectedAt);
  const month = format({ month: 'long' });
  switch (ago) {
    case 'weekday':
      return voice.onWeekday(format({ weekday: 'long' }));
    case 'thisYear':
      return voice.onDay(Number(format({ day: 'numeric' }, 'en-US')), month);
    case 'earlier':
      return voice.inMonth(month, Number(format({ year: 'numeric' }, 'en-US')));
    default:
      return voice[ago];
  }
}

function whereWords(voice: Voice, { event, place }: Meeting): string {
  const inPlace = place ? (isCity(place) && voice.inCity(place)) || ` (${place})` : '';
  if (!event) return inPlace;
  // "Hannover Messe" says where it was.
  const isNamed = place && event.toLowerCase().includes(place.toLowerCase());
  return voice.atEvent(event) + (isNamed ? '' : inPlace);
}

/** Up to three capitalized words, none of which is a kind of building: what is left is a city, nearly always. */
const CITY = /^\p{Lu}[\p{L}’'-]+(?: (?:\p{Lu}[\p{L}’'-]+|d[aeo]s?|am|an|der|im|sur|of)){0,3}$/u;
const BUILDING =
  /caf[eéè]|bar\b|hotel|h[oô]tel|hall|center|centre|centro|zentrum|mess|muse|restaurant|office|b[uü]ro|airport|flughafen|station|bahnhof|universi|school|schule|booth|stand|floor|park|expo|fair|club|arena|stadi|theat|church|lounge|house|haus|room|online|zoom|teams/iu;
const isCity = (place: string): boolean => CITY.test(place) && !BUILDING.test(place);
