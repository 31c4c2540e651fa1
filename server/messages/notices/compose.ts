import type { UserRow } from '#server/context.ts';
import type { Fact } from '#server/infra/mail/letter.ts';
import { plainName, plainWords } from '#server/infra/mail/plain-name.ts';
import { aboutReminder, aboutReminders } from '#server/messages/notices/compose-reminders.ts';
import {
  answerHint,
  composeEnding,
  listFacts,
  type Notice,
  type Parts,
  quoteText,
  replyTo,
  sayCounts,
  sayFirst,
  sayName,
  throughCard,
  toCardFile,
  toDigestRow,
  toMetVcard,
  wayTo,
} from '#server/messages/notices/notice-parts.ts';
import {
  type Happened,
  NAMED_MAX,
  pathOf,
  readDigest,
  readEvent,
  readPeople,
} from '#server/messages/notices/notice-people.ts';
import type { About } from '#server/messages/notices/notice-subject.ts';
import { aboutUnheld } from '#server/messages/notices/unheld.ts';
import { screens } from '#shared/contract/screens.ts';
import { NEW_PEOPLE_FILE_NAME } from '#shared/formats/file-names.ts';
import type { NoticeKind } from '#shared/messages/notices.ts';

/**
 * The texts of notices, as a mail and as a message on a device. Strangers chose most of the words in them: they pass through
 * `plainName` and `plainWords`, and nothing they wrote becomes a link of ours.
 */

/** The notice as it stands now; null if there is nothing left to say, or nothing of the kinds the owner wants. */
export async function composeNotice(
  app: Parts,
  owner: UserRow,
  { kind, id }: About,
  wanted: readonly NoticeKind[],
): Promise<Notice | null> {
  if (kind === 'people') return aboutPeople(app, owner, id, wanted);
  if (kind === 'unheld') return aboutUnheld(app, owner, id, wanted);
  if (kind === 'reminders') {
    return wanted.includes('reminder') ? aboutReminders(app, owner, new Date(id)) : null;
  }
  if (kind === 'event') {
    const happened = await readEvent(app, owner.id, id);
    return happened && wanted.includes(happened.kind) ? aboutEvent(app, owner, id, happened) : null;
  }
  if (!wanted.includes(kind)) return null;
  return kind === 'reminder' ? aboutReminder(app, owner, id) : aboutPerson(app, owner, kind, id);
}

async function aboutPerson(
  app: Parts,
  owner: UserRow,
  kind: 'contact' | 'lead',
  id: string,
): Promise<Notice | null> {
  const [met] = await readPeople(app, owner.id, [id]);
  if (!met) return null;
  const name = sayName(met);
  const card = plainName(met.cardName ?? '');
  const title = `New ${kind}: ${name}`;
  const sentence =
    kind === 'contact'
      ? `${name} shared their details with you${throughCard(met.cardName)}.`
      : `${name} filled out the form on your card${card && ` ${quoteText(card)}`}.`;
  const words = plainWords(met.facts.notes ?? '');
  const path = pathOf(met);
  const { letter, extras } = composeEnding(app, owner, kind, path, wayTo(met));
  const company = plainName(met.facts.company ?? '');
  return {
    letter: {
      ...letter,
      subject: title,
      paragraphs: [sentence, ...(words ? [`Their message: ${quoteText(words)}`] : [])],
      facts: listFacts(met),
      footnote: answerHint(met),
    },
    extras: { ...extras, ...replyTo(met), attachments: [toCardFile(met)] },
    push: { title, body: company || sentence, path, tag: `person ${id}` },
  };
}

/** In a title with the name, if anything of them is kept, and in a sentence that follows the name. */
const EVENTS = {
  corrected: { title: 'Corrected details', told: 'corrected the details they shared with you' },
  withdrawn: { title: 'Details withdrawn', told: 'withdrew the details they shared with you' },
  consentWithdrawn: { title: 'Consent withdrawn', told: 'withdrew a consent they gave you' },
} as const satisfies Record<Happened['event'], { title: string; told: string }>;

const sentenceOf = ({ event, met, cardName }: Happened): string =>
  `${met ? sayName(met) : 'Someone'} ${EVENTS[event].told}${throughCard(cardName)}.`;

/** A person's change of their details. Of those who withdrew them, not even the name is kept. */
function aboutEvent(app: Parts, owner: UserRow, id: string, happened: Happened): Notice {
  const { event, kind, met } = happened;
  const title = met ? `${EVENTS[event].title}: ${sayName(met)}` : EVENTS[event].title;
  const sentence = sentenceOf(happened);
  const path = met ? pathOf(met) : screens.contacts;
  const { letter, extras } = composeEnding(app, owner, kind, path, met ? wayTo(met) : 'See your contacts');
  const push = { title, body: sentence, path, tag: `event ${id}` };
  if (!met) {
    const gone = 'Everything they shared with you was deleted, as they asked.';
    return { letter: { ...letter, subject: title, paragraphs: [sentence, gone] }, extras, push };
  }
  const next =
    event === 'corrected'
      ? 'Their details are now:'
      : 'Open their details to see which one. You may no longer do what it allowed.';
  return {
    letter: {
      ...letter,
      subject: title,
      paragraphs: [sentence, next],
      facts: listFacts(met),
      footnote: answerHint(met),
    },
    extras: { ...extras, ...replyTo(met), attachments: [toCardFile(met)] },
    push,
  };
}

/** An event as one row of a digest. */
const eventRow = (app: Parts, happened: Happened): Fact => {
  const { event, met } = happened;
  return met
    ? { ...toDigestRow(app, met), value: EVENTS[event].title }
    : { label: EVENTS[event].title, value: sentenceOf(happened) };
};

async function aboutPeople(
  app: Parts,
  owner: UserRow,
  digest: string,
  wanted: readonly NoticeKind[],
): Promise<Notice | null> {
  const { named, events, ...counts } = await readDigest(app, owner.id, digest, wanted);
  const [one] = named;
  if (!one && events.length === 0) return null;
  const { contacts, leads, corrections, withdrawals } = counts;
  const all = contacts + leads + corrections + withdrawals;
  if (all === 1 && one) return aboutPerson(app, owner, contacts ? 'contact' : 'lead', one.id);
  const title = sayCounts([
    [contacts, 'new contact'],
    [leads, 'new lead'],
    [corrections, 'correction'],
    [withdrawals, 'withdrawal'],
  ]);
  const more = all - named.length - events.length;
  const files = more === 0 ? 'Their contact files are' : `The contact files of the first ${named.length} are`;
  const { letter, extras } = composeEnding(app, owner, 'people', screens.contacts, 'See your contacts');
  const file = {
    fileName: NEW_PEOPLE_FILE_NAME,
    type: 'text/vcard; charset=utf-8',
    content: named.map(toMetVcard).join(''),
  };
  return {
    letter: {
      ...letter,
      subject: title,
      paragraphs: [
        `You have ${title}.`,
        ...(more > 0 ? [`These are the first ${NAMED_MAX}; ${more} more are in your contacts.`] : []),
      ],
      facts: [
        ...named.map((met) => toDigestRow(app, met)),
        ...events.map((happened) => eventRow(app, happened)),
      ],
      ...(one ? { footnote: `${files} attached as one file.` } : {}),
    },
    extras: { ...extras, ...(one ? { attachments: [file] } : {}) },
    push: {
      title,
      body: sayFirst([...named.map(sayName), ...events.map(sentenceOf)]),
      path: screens.contacts,
      tag: `people ${digest}`,
    },
  };
}
