import type { Voice } from '#server/follow-ups/composer/voice.ts';
import { dayFormat } from '#shared/time.ts';

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

/** " on May 13 at Web Summit (Lisbon)", " in May 2024" after a year, or an empty text. */
export function meetingWords(voice: Voice, language: string, meeting: Meeting): string {
  return whenWords(voice, language, meeting) + whereWords(voice, meeting);
}

function whenWords(voice: Voice, language: string, { connectedAt, now, timeZone }: Meeting): string {
  if (!connectedAt) return '';
  const zone = timeZone ?? null;
  const numbers = dayFormat('en-US', { year: 'numeric', day: 'numeric', month: 'numeric' }, zone);
  const partsOf = (moment: Date) => numbers(moment).split('/').map(Number);
  const [, day = 1, year = 0] = partsOf(connectedAt);
  const month = dayFormat(language, { month: 'long' }, zone)(connectedAt);
  return year === partsOf(now)[2] ? voice.onDay(day, month) : voice.inMonth(month, year);
}

function whereWords(voice: Voice, { event, place }: Meeting): string {
  if (event) return voice.atEvent(event) + (place ? ` (${place})` : '');
  if (!place) return '';
  return (isCity(place) && voice.inCity(place)) || ` (${place})`;
}

/** Up to three capitalized words, none of which is a kind of building: what is left is a city, nearly always. */
const CITY = /^\p{Lu}[\p{L}’'-]+(?: (?:\p{Lu}[\p{L}’'-]+|d[aeo]s?|am|an|der|im|sur|of)){0,3}$/u;
const BUILDING =
  /caf[eéè]|bar\b|hotel|h[oô]tel|hall|center|centre|centro|zentrum|mess|muse|restaurant|office|b[uü]ro|airport|flughafen|station|bahnhof|universi|school|schule|booth|stand|floor|park|expo|fair|club|arena|stadi|theat|church|lounge|house|haus|room|online|zoom|teams/iu;
const isCity = (place: string): boolean => CITY.test(place) && !BUILDING.test(place);
