import { and, asc, eq } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserRow } from '#server/context.ts';
import { reminders } from '#server/db/schema/messages.ts';
import { plainWords } from '#server/infra/mail/plain-name.ts';
import {
  answerHint,
  composeEnding,
  listFacts,
  type Notice,
  type Parts,
  quoteText,
  replyTo,
  sayFirst,
  sayName,
  toCardFile,
  wayTo,
} from '#server/messages/notices/notice-parts.ts';
import { NAMED_MAX, pathOf, readPeople } from '#server/messages/notices/notice-people.ts';
import { reminderFile } from '#server/messages/notices/reminder-file.ts';
import { screens } from '#shared/contract/screens.ts';
import { reminderFileName } from '#shared/formats/file-names.ts';
import { dayFormat } from '#shared/formats/time.ts';

/** The text of a reminder. */

/** The owner's own words, for a mail: an address that nobody confirmed may be a stranger's, whom they must not lead astray. */
const noteForMail = ({ emailConfirmedAt }: UserRow, note: string): string =>
  emailConfirmedAt ? note : plainWords(note);

export async function aboutReminder(app: Parts, owner: UserRow, id: string): Promise<Notice | null> {
  const [reminder] = await app.db
    .select()
    .from(reminders)
    .where(and(whereCan(systemFor(owner.id), 'see', 'reminder'), eq(reminders.id, id)));
  const [met] = reminder ? await readPeople(app, owner.id, [reminder.personId]) : [];
  if (!reminder || !met) return null;
  const name = sayName(met);
  const note = noteForMail(owner, reminder.note);
  const title = `Reminder: ${name}`;
  const path = pathOf(met);
  const { letter, extras } = composeEnding(app, owner, 'reminder', path, wayTo(met));
  const noted = dayFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric' }, owner.timeZone);
  return {
    letter: {
      ...letter,
      subject: title,
      paragraphs: [
        `On ${noted(reminder.createdAt)}, you asked us to remind you about ${name}.`,
        ...(note ? [`Your note: ${quoteText(note)}`] : []),
      ],
      facts: listFacts(met),
      footnote: answerHint(met),
    },
    extras: {
      ...extras,
      ...replyTo(met),
      attachments: [
        toCardFile(met),
        {
          fileName: reminderFileName(met.facts.fullName),
          type: 'text/calendar; charset=utf-8; method=PUBLISH',
          content: reminderFile(app, { ...reminder, note, name: met.facts.fullName, path }),
        },
      ],
    },
    push: { title, body: reminder.note || 'You asked us to remind you.', path, tag: `reminder ${id}` },
  };
}

/** Those that came together because they were many. */
export async function aboutReminders(app: Parts, owner: UserRow, toldAt: Date): Promise<Notice | null> {
  const together = await app.db
    .select({ id: reminders.id, personId: reminders.personId, note: reminders.note })
    .from(reminders)
    .where(and(whereCan(systemFor(owner.id), 'see', 'reminder'), eq(reminders.toldAt, toldAt)))
    .orderBy(asc(reminders.at), asc(reminders.id));
  const ids = together.map(({ personId }) => personId);
  const people = new Map((await readPeople(app, owner.id, ids)).map((met) => [met.id, met]));
  const all = together.flatMap(({ id, personId, note }) => {
    const met = people.get(personId);
    return met ? [{ id, name: sayName(met), note: noteForMail(owner, note) }] : [];
  });
  const [one] = all;
  if (!one) return null;
  if (all.length === 1) return aboutReminder(app, owner, one.id);
  const title = `${all.length} reminders`;
  const named = all.slice(0, NAMED_MAX);
  const more = all.length - named.length;
  const { letter, extras } = composeEnding(app, owner, 'reminder', screens.contacts, 'See your contacts');
  return {
    letter: {
      ...letter,
      subject: title,
      paragraphs: [
        `You have ${title}.`,
        ...(more > 0 ? [`These are the first ${named.length}; ${more} more were due.`] : []),
      ],
      facts: named.map(({ name, note }) => ({ label: name, value: note || '–' })),
    },
    extras,
    push: {
      title,
      body: sayFirst(all.map(({ name }) => name)),
      path: screens.contacts,
      tag: `reminders ${toldAt.toISOString()}`,
    },
  };
}
