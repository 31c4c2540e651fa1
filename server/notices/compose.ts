import { and, asc, eq } from 'drizzle-orm';
import { isOfAccount } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { reminders } from '#server/db/notice-schema.ts';
import { originOf } from '#server/infra/http/requester.ts';
import type { Letter, Mail } from '#server/infra/mail/letter.ts';
import { plainName, plainWords } from '#server/infra/mail/plain-name.ts';
import { phoneForFile } from '#server/infra/phone.ts';
import type { About } from '#server/notices/about.ts';
import { type Met, NAMED_MAX, pathOf, readDigest, readPeople } from '#server/notices/people.ts';
import { reminderFile } from '#server/notices/reminder-file.ts';
import { type Scope, unsubscribeUrl } from '#server/notices/unsubscribe-link.ts';
import { contactToVcard } from '#shared/contact-vcard.ts';
import { NEW_PEOPLE_FILE_NAME, reminderFileName, vcardFileName } from '#shared/file-names.ts';
import type { NoticeKind } from '#shared/notices.ts';
import { screens } from '#shared/screens.ts';
import { dayFormat } from '#shared/time.ts';

/**
 * What notices say, as a mail and as a message on a device. Strangers chose most of the words in them: they pass through
 * `plainName` and `plainWords`, and nothing they wrote becomes a link of ours.
 */

/** What a device shows; `path` is where a click leads, and a later notice with the same `tag` replaces it. */
export interface PushWords {
  title: string;
  body: string;
  path: string;
  tag: string;
}

export interface Notice {
  letter: Omit<Letter, 'to' | 'name'>;
  extras: Pick<Mail, 'replyTo' | 'attachments' | 'unsubscribeUrl'>;
  push: PushWords;
}

type Parts = Pick<AppContext, 'db' | 'config' | 'keyedHash' | 'now'>;

/** The notice as it stands now; null if there is nothing left to say, or nothing of the kinds the owner wants. */
export function composeNotice(
  app: Parts,
  owner: UserRow,
  { kind, id }: About,
  wanted: readonly NoticeKind[],
): Promise<Notice | null> {
  if (kind === 'people') return aboutPeople(app, owner, id, wanted);
  if (kind === 'reminders') {
    return wanted.includes('reminder') ? aboutReminders(app, owner, new Date(id)) : Promise.resolve(null);
  }
  if (!wanted.includes(kind)) return Promise.resolve(null);
  return kind === 'reminder' ? aboutReminder(app, owner, id) : aboutPerson(app, owner, kind, id);
}

const nameOf = ({ facts }: Met): string => plainName(facts.fullName) || 'Somebody';
const quoted = (text: string): string => `“${text}”`;

/** Digits as they were typed, without the words that some people add. */
const phoneOf = ({ facts, phoneE164 }: Met): string =>
  phoneE164 ?? (facts.phone ?? '').replace(/[^\d+()\s-]/g, '').trim();

const addressOf = ({ facts }: Met): string =>
  facts.email && facts.email.length <= 100 && !/\s/.test(facts.email) ? facts.email : '';

function factsOf(met: Met) {
  const { company, jobTitle } = met.facts;
  const facts = [
    ['Name', nameOf(met)],
    ['Job title', plainName(jobTitle ?? '')],
    ['Company', plainName(company ?? '')],
    ['Email', addressOf(met)],
    ['Phone', phoneOf(met)],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

const vcardOf = ({ facts, phoneE164 }: Met): string =>
  contactToVcard({ ...facts, phone: facts.phone ? phoneForFile(facts.phone, phoneE164) : null });

const cardFileOf = (met: Met) => ({
  fileName: vcardFileName(met.facts.fullName),
  type: 'text/vcard; charset=utf-8',
  content: vcardOf(met),
});

const replyTo = (met: Met): Pick<Mail, 'replyTo'> =>
  met.facts.email ? { replyTo: { name: plainName(met.facts.fullName), address: met.facts.email } } : {};

const wayTo = ({ kind }: Met): string => (kind === 'contact' ? 'See this contact' : 'See your contacts');

const STOPS: Record<Scope, string> = {
  contact: 'No more mails about new contacts',
  lead: 'No more mails about new leads',
  people: 'No more mails about new contacts and leads',
  reminder: 'No more mails with reminders',
};

/** The parts that all these mails share. */
function ending(app: Parts, owner: UserRow, scope: Scope, path: string, label: string) {
  const url = unsubscribeUrl(app, owner.id, scope);
  return {
    letter: {
      action: { label, url: `${originOf(app.config)}${path}` },
      stop: { label: STOPS[scope], url },
    },
    extras: { unsubscribeUrl: url },
  };
}

async function aboutPerson(
  app: Parts,
  owner: UserRow,
  kind: 'contact' | 'lead',
  id: string,
): Promise<Notice | null> {
  const [met] = await readPeople(app, owner.id, [id]);
  if (!met) return null;
  const name = nameOf(met);
  const card = plainName(met.cardName ?? '');
  const through = card ? ` through your card ${quoted(card)}` : '';
  const title = `New ${kind}: ${name}`;
  const sentence =
    kind === 'contact'
      ? `${name} shared their details with you${through}.`
      : `${name} filled in the form on your card.`;
  const words = plainWords(met.facts.notes ?? '');
  const path = pathOf(met);
  const { letter, extras } = ending(app, owner, kind, path, wayTo(met));
  const company = plainName(met.facts.company ?? '');
  return {
    letter: {
      ...letter,
      subject: title,
      paragraphs: [sentence, ...(words ? [`Their message: ${quoted(words)}`] : [])],
      facts: factsOf(met),
      footnote: met.facts.email
        ? 'Answer this mail to write to them. Their contact file is attached.'
        : 'Their contact file is attached.',
    },
    extras: { ...extras, ...replyTo(met), attachments: [cardFileOf(met)] },
    push: { title, body: company || sentence, path, tag: `person ${id}` },
  };
}

const counted = (number: number, word: string): string => `${number} new ${word}${number === 1 ? '' : 's'}`;

async function aboutPeople(
  app: Parts,
  owner: UserRow,
  digest: string,
  wanted: readonly NoticeKind[],
): Promise<Notice | null> {
  const { contacts, leads, named } = await readDigest(app, owner.id, digest, wanted);
  const [one] = named;
  if (!one) return null;
  if (contacts + leads === 1) return aboutPerson(app, owner, contacts ? 'contact' : 'lead', one.id);
  const title = [
    ...(contacts ? [counted(contacts, 'contact')] : []),
    ...(leads ? [counted(leads, 'lead')] : []),
  ].join(' and ');
  const more = contacts + leads - named.length;
  const files = more === 0 ? 'Their contact files are' : `The contact files of the first ${named.length} are`;
  const { letter, extras } = ending(app, owner, 'people', screens.contacts, 'See your contacts');
  const file = {
    fileName: NEW_PEOPLE_FILE_NAME,
    type: 'text/vcard; charset=utf-8',
    content: named.map(vcardOf).join(''),
  };
  return {
    letter: {
      ...letter,
      subject: title,
      paragraphs: [
        `You have ${title}.`,
        ...(more > 0 ? [`These are the first ${named.length}; ${more} more are in your contacts.`] : []),
      ],
      facts: named.map((met) => ({
        label: nameOf(met),
        value: plainName(met.facts.company ?? '') || addressOf(met) || '–',
      })),
      footnote: `${files} attached as one file.`,
    },
    extras: { ...extras, attachments: [file] },
    push: {
      title,
      body: firstOf(named.map(nameOf)),
      path: screens.contacts,
      tag: `people ${digest}`,
    },
  };
}

/** As many names as a notification has room for. */
const firstOf = (names: string[]): string =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`;

async function aboutReminder(app: Parts, owner: UserRow, id: string): Promise<Notice | null> {
  const [reminder] = await app.db
    .select()
    .from(reminders)
    .where(and(isOfAccount(owner.id, 'reminder'), eq(reminders.id, id)));
  const [met] = reminder ? await readPeople(app, owner.id, [reminder.personId]) : [];
  if (!reminder || !met) return null;
  const name = nameOf(met);
  const note = plainWords(reminder.note);
  const title = `Reminder: ${name}`;
  const path = pathOf(met);
  const { letter, extras } = ending(app, owner, 'reminder', path, wayTo(met));
  const noted = dayFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }, owner.timeZone);
  return {
    letter: {
      ...letter,
      subject: title,
      paragraphs: [
        `On ${noted(reminder.createdAt)} you asked to be reminded of ${name}.`,
        ...(note ? [`Your note: ${quoted(note)}`] : []),
      ],
      facts: factsOf(met),
      footnote: met.facts.email ? 'Answer this mail to write to them.' : 'Their contact file is attached.',
    },
    extras: {
      ...extras,
      ...replyTo(met),
      attachments: [
        cardFileOf(met),
        {
          fileName: reminderFileName(met.facts.fullName),
          type: 'text/calendar; charset=utf-8; method=PUBLISH',
          content: reminderFile(app, { ...reminder, name: met.facts.fullName, path }),
        },
      ],
    },
    push: { title, body: note || 'You asked to be reminded.', path, tag: `reminder ${id}` },
  };
}

/** Those that came together because they were many. */
async function aboutReminders(app: Parts, owner: UserRow, toldAt: Date): Promise<Notice | null> {
  const together = await app.db
    .select({ id: reminders.id, personId: reminders.personId, note: reminders.note })
    .from(reminders)
    .where(and(isOfAccount(owner.id, 'reminder'), eq(reminders.toldAt, toldAt)))
    .orderBy(asc(reminders.at), asc(reminders.id));
  const ids = together.map(({ personId }) => personId);
  const people = new Map((await readPeople(app, owner.id, ids)).map((met) => [met.id, met]));
  const all = together.flatMap(({ id, personId, note }) => {
    const met = people.get(personId);
    return met ? [{ id, name: nameOf(met), note: plainWords(note) }] : [];
  });
  const [one] = all;
  if (!one) return null;
  if (all.length === 1) return aboutReminder(app, owner, one.id);
  const title = `${all.length} reminders`;
  const named = all.slice(0, NAMED_MAX);
  const more = all.length - named.length;
  const { letter, extras } = ending(app, owner, 'reminder', screens.contacts, 'See your contacts');
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
      body: firstOf(all.map(({ name }) => name)),
      path: screens.contacts,
      tag: `reminders ${toldAt.toISOString()}`,
    },
  };
}
