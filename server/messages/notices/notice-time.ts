import { minuteOfDay, nextAt } from '#server/messages/notices/zone-time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/formats/time.ts';
import { SINGLE_NOTICES_PER_HOUR } from '#shared/messages/notices.ts';

/** When an owner is told of new people, and whether of each by itself. Decides only; nothing is read or sent here. */

/** How long people are collected for the first digest of a busy hour. */
const COLLECTING_MS = MINUTE_MS / 2;

/** Minutes after midnight in the owner's zone; `until` may be the next morning. */
export interface QuietHours {
  from: number;
  until: number;
}

export interface Waiting {
  now: Date;
  /** IANA; null: UTC. */
  zone: string | null;
  quietHours: QuietHours | null;
  /** Of the one message a day, in the owner's zone; null: everybody comes at once. */
  dailyHour: number | null;
  /** How many have not been told of, and since when the first of them waits. */
  count: number;
  since: Date;
  /** How many were told of by themselves within the last hour, and when the last digest went that many had made. */
  singles: number;
  lastDigest: Date | null;
}

export type Decision =
  | { kind: 'wait'; until: Date }
  | { kind: 'tell'; as: 'singles' | 'digest'; count: number };

export function isQuiet(at: Date, { from, until }: QuietHours, zone: string | null): boolean {
  const minute = minuteOfDay(at, zone);
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

export function decideNoticeTime({ now, zone, quietHours, dailyHour, ...waiting }: Waiting): Decision {
  const { count, since, singles, lastDigest } = waiting;
  const due = dueAt();
  // A digest that is due in quiet hours comes after them.
  const at = due > now ? due : now;
  const until = quietHours && isQuiet(at, quietHours, zone) ? nextAt(at, quietHours.until, zone) : due;
  if (until > now) return { kind: 'wait', until };
  const wasHeld = now.getTime() - since.getTime() >= COLLECTING_MS;
  return { kind: 'tell', as: dailyHour !== null || wasHeld || isBusy() ? 'digest' : 'singles', count };

  function isBusy(): boolean {
    const isDigestHour = lastDigest !== null && now.getTime() - lastDigest.getTime() < HOUR_MS;
    return isDigestHour || singles + count > SINGLE_NOTICES_PER_HOUR;
  }
  function dueAt(): Date {
    if (dailyHour !== null) return nextAt(since, dailyHour * 60, zone);
    if (!isBusy()) return since;
    const afterCollecting = since.getTime() + COLLECTING_MS;
    const afterDigest = (lastDigest?.getTime() ?? 0) + HOUR_MS;
    return new Date(Math.max(afterCollecting, afterDigest));
  }
}
