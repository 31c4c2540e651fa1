import type { AppContext } from '#server/context.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { escapeText, foldLine } from '#shared/formats/vcard.ts';

/** A reminder as a calendar file. Source: RFC 5545; text is escaped and lines are folded as in contact files. */

interface Remembered {
  id: string;
  at: Date;
  note: string;
  sequence: number;
  /** Of the contact or lead. */
  name: string;
  path: string;
}

/** A moment in UTC: 20261125T080000Z (section 3.3.5). */
const formatStamp = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** The whole file: an event of a quarter of an hour with an alarm at its start. The UID stays the same when it is moved. */
export function reminderFile(
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  { id, at, note, sequence, name, path }: Remembered,
): string {
  const origin = originOf(config);
  const summary = escapeText(`Follow up with ${name}`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT}//Reminders//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(origin).hostname}`,
    `DTSTAMP:${formatStamp(now())}`,
    `DTSTART:${formatStamp(at)}`,
    'DURATION:PT15M',
    `SEQUENCE:${sequence}`,
    `SUMMARY:${summary}`,
    ...(note ? [`DESCRIPTION:${escapeText(note)}`] : []),
    `URL:${origin}${path}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${summary}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}
