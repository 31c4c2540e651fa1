import type { AppContext } from '#server/context.ts';
import { originOf } from '#server/infra/http/requester.ts';
import type { Fact, Letter, Mail } from '#server/infra/mail/letter.ts';
import { plainName, plainWords } from '#server/infra/mail/plain-name.ts';
import { phoneForFile } from '#server/infra/phone.ts';
import { type MetPerson, pathOf } from '#server/messages/notices/notice-people.ts';
import { type Scope, unsubscribeUrl } from '#server/messages/notices/unsubscribe-link.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { QUESTION_LABEL_MAX } from '#shared/contract/lead-questions.ts';
import { vcardFileName } from '#shared/formats/file-names.ts';
import { contactToVcard } from '#shared/people/contact-vcard.ts';

/** The parts of notices. Strangers chose most of the words in them. */

/** The message on a device; `path` is where a click leads, and a later notice with the same `tag` replaces it. */
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

export type Parts = Pick<AppContext, 'db' | 'config' | 'keyedHash' | 'now'>;

/** Longest line of somebody in a digest, and who is meant by an empty name. */
const LINE_MAX = 140;
const SOMEONE = 'Someone';

export const sayName = ({ facts }: MetPerson): string => plainName(facts.fullName) || SOMEONE;
export const quoteText = (text: string): string => `“${text}”`;
/** " through your card “Work”", or empty. */
export const throughCard = (cardName: string | null): string => {
  const card = plainName(cardName ?? '');
  return card ? ` through your card ${quoteText(card)}` : '';
};

/** Digits as they were typed, without the words that some people add. */
const phoneOf = ({ facts, phoneE164 }: MetPerson): string =>
  phoneE164 ?? (facts.phone ?? '').replace(/[^\d+()\s-]/g, '').trim();

const addressOf = ({ facts }: MetPerson): string =>
  facts.email && facts.email.length <= 100 && !/\s/.test(facts.email) ? facts.email : '';

const answersOf = ({ answers }: MetPerson): Fact[] =>
  answers.flatMap(({ label, answer }) => {
    const value = plainWords(answer);
    return value ? [{ label: plainWords(label, QUESTION_LABEL_MAX) || 'Answer', value }] : [];
  });

export function listFacts(met: MetPerson): Fact[] {
  const { company, jobTitle } = met.facts;
  const facts = [
    ['Name', sayName(met)],
    ['Job title', plainName(jobTitle ?? '')],
    ['Company', plainName(company ?? '')],
    ['Email', addressOf(met)],
    ['Phone', phoneOf(met)],
  ] as const;
  return [...facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])), ...answersOf(met)];
}

/** A person as one row of a digest: their company or address, the first line of their text, and the way to them. */
export function toDigestRow({ config }: Parts, met: MetPerson): Fact {
  const [line = ''] = (met.facts.notes ?? '').trim().split('\n');
  const answers = answersOf(met).map(({ label, value }) => `${label}: ${value}`);
  const words = plainWords(line || answers.join('; '), LINE_MAX);
  const of = plainName(met.facts.company ?? '') || addressOf(met);
  const value = [of, words && quoteText(words)].filter(Boolean).join(' · ') || '–';
  return { label: sayName(met), value, url: `${originOf(config)}${pathOf(met)}` };
}

export const toMetVcard = ({ facts, phoneE164 }: MetPerson): string =>
  contactToVcard({ ...facts, phoneE164 }, { formatPhone: phoneForFile });

export const toCardFile = (met: MetPerson) => ({
  fileName: vcardFileName(met.facts.fullName),
  type: 'text/vcard; charset=utf-8',
  content: toMetVcard(met),
});

export const replyTo = (met: MetPerson): Pick<Mail, 'replyTo'> =>
  met.facts.email ? { replyTo: { name: plainName(met.facts.fullName), address: met.facts.email } } : {};

export const answerHint = ({ facts }: MetPerson): string =>
  facts.email
    ? 'Reply to this email to reach them. Their contact file is attached.'
    : 'Their contact file is attached.';

export const wayTo = ({ kind }: MetPerson): string =>
  kind === 'contact' ? 'See this contact' : 'See this lead';

const STOPS: Record<Scope, string> = {
  contact: 'Unsubscribe from emails about contacts',
  lead: 'Unsubscribe from emails about leads',
  people: 'Unsubscribe from emails about contacts and leads',
  reminder: 'Unsubscribe from reminder emails',
};

/** The parts that all these mails share. */
export function composeEnding(
  app: Parts,
  owner: { id: AccountId },
  scope: Scope,
  path: string,
  label: string,
) {
  const url = unsubscribeUrl(app, owner.id, scope);
  return {
    letter: {
      action: { label, url: `${originOf(app.config)}${path}` },
      stop: { label: STOPS[scope], url },
    },
    extras: { unsubscribeUrl: url },
  };
}

const LIST = new Intl.ListFormat('en-US');

/** "2 new contacts and 1 new lead": what there is none of is left out. */
export const sayCounts = (counts: readonly (readonly [count: number, word: string])[]): string =>
  LIST.format(
    counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}${count === 1 ? '' : 's'}`] : [])),
  );

/** As many names as a notification has room for. */
export const sayFirst = (names: string[]): string =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`;
