import { createHash } from 'node:crypto';
import { type Meeting, meetingWords } from '#server/people/follow-ups/composer/meeting.ts';
import {
  type Address,
  type Choices,
  type ComposerWords,
  sentence,
  type Voice,
} from '#server/people/follow-ups/composer/voice.ts';
import { dayFormat } from '#shared/formats/time.ts';
import type { Named } from '#shared/names/name-parts.ts';
import { signatureOf } from '#shared/names/names.ts';
import type {
  FollowUpLanguage,
  FollowUpLength,
  FollowUpTone,
  SuggestionFact,
} from '#shared/people/follow-ups.ts';

/** The parts of a suggestion, each with the facts in it. */

export interface FollowUpFacts extends Named, Meeting {
  contactId: string;
  /** In which to write unless the owner wishes for another. */
  language: FollowUpLanguage;
  jobTitle: string | null;
  company: string | null;
  hasEmail: boolean;
  hasPhone: boolean;
  /** The contact's note to the owner, never the owner's own notes. */
  note: string | null;
  owner: Named & { jobTitle: string | null; company: string | null };
  /** The card through which they met, while strangers can open it; `bookingUrl` is its "Book a meeting" link. */
  card: { name: string; url: string; bookingUrl: string | null } | null;
}

/** A piece of text and the facts in it. An empty text is dropped along with its facts. */
export interface Piece {
  text: string;
  facts: SuggestionFact[];
}

export const NO_PIECE: Piece = { text: '', facts: [] };
export const say = (text: string, ...facts: SuggestionFact[]): Piece => ({ text, facts });

export const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** Joins the pieces that are not empty, with their facts. */
export function join(pieces: Piece[], separator = ' '): Piece {
  const said = pieces.filter(({ text }) => text);
  return { text: said.map(({ text }) => text).join(separator), facts: said.flatMap(({ facts }) => facts) };
}

/** One suggestion in the making: what it is about, and in which words. */
export interface ComposerDraft {
  facts: FollowUpFacts;
  language: FollowUpLanguage;
  voice: Voice;
  tone: FollowUpTone;
  words: ComposerWords;
  length: FollowUpLength;
  line: string;
  /** Their message asks for something, which the owner has to answer. */
  isAsked: boolean;
  turn: number;
  address: Address | null;
  /** Where and when they met. */
  met: Piece;
}

/** Chooses a wording: the same one for the same contact, place and turn, and the next one in the next turn. */
export function choose<T>({ facts, turn }: ComposerDraft, place: string, choices: Choices<T>): T {
  const byte = createHash('sha256').update(`${place} ${facts.contactId}`).digest()[0] ?? 0;
  return choices[(byte + turn) % choices.length] ?? choices[0];
}

const nameFact = ({ facts }: ComposerDraft): SuggestionFact => ({
  label: 'Name',
  value: tidy(facts.fullName),
});
const companyFact = (company: string): SuggestionFact => ({ label: 'Company', value: company });

export function letterGreeting(draft: ComposerDraft): Piece {
  const { address, words, tone, voice } = draft;
  if (!address) return say(words.hello);
  return say(
    tone === 'professional' ? voice.formal(address) : words.greeting(address.given),
    nameFact(draft),
  );
}

export function messageGreeting(draft: ComposerDraft): Piece {
  const { address, words, tone } = draft;
  if (!address) return say(words.message.hello);
  const { name, given, family, academic } = address;
  const titled = academic && family ? `${academic} ${family}` : name;
  return say(words.message.greeting(tone === 'professional' ? titled : given), nameFact(draft));
}

export function meetingOf(facts: FollowUpFacts, voice: Voice, language: FollowUpLanguage): Piece {
  const { connectedAt, timeZone } = facts;
  const event = tidy(facts.event);
  const place = tidy(facts.place);
  const day = dayFormat('en-US', { dateStyle: 'long' }, timeZone ?? null);
  return say(
    meetingWords(voice, language, { ...facts, event, place }),
    ...(connectedAt ? [{ label: 'Connected', value: day(connectedAt) }] : []),
    ...(event ? [{ label: 'Event', value: event }] : []),
    ...(place ? [{ label: 'Place', value: place }] : []),
  );
}

export function opening(draft: ComposerDraft): Piece {
  const { facts, words, met } = draft;
  const isMeeting = tidy(facts.event) || tidy(facts.place);
  const told = choose(draft, 'opening', isMeeting ? words.met : words.connected);
  return say(sentence(told(met.text)), ...met.facts);
}

export const isColleague = ({ company, owner }: FollowUpFacts) =>
  tidy(company) !== '' && tidy(company).toLowerCase() === tidy(owner.company).toLowerCase();

export function curiosity(draft: ComposerDraft): Piece {
  const { facts, voice, words } = draft;
  const company = tidy(facts.company);
  if (isColleague(facts)) return say(sentence(words.colleagues(company)), companyFact(company));
  const role = isReadable(facts.jobTitle) ? tidy(facts.jobTitle) : '';
  const at = company && (voice.company(company) ?? ` (${company})`);
  const work = `${words.work}${role && voice.role(role)}${at}`;
  return say(
    sentence(choose(draft, 'curious', words.curious)(work)),
    ...(role ? [{ label: 'Role', value: role }] : []),
    ...(company ? [companyFact(company)] : []),
  );
}

/** A common noun in another script than the letter's is read by nobody; names stay as they are. */
const isReadable = (role: string | null): boolean =>
  !/\p{L}/u.test(role ?? '') || /\p{Script=Latin}/u.test(role ?? '');

/** Thanks for their message; their words are for the owner, who answers them. */
export function thanks({ facts, words }: ComposerDraft): Piece {
  const note = tidy(facts.note);
  return note ? say(words.thanks, { label: 'Their message', value: note }) : NO_PIECE;
}

/** Room for the owner's answer. */
export const withSpace = ({ text, facts }: Piece): Piece => say(`${text}\n\n`, ...facts);

export const sayCardLink = ({ facts: { card } }: ComposerDraft, words: (url: string) => string): Piece =>
  card ? say(words(card.url), { label: 'Your card', value: tidy(card.name) }) : NO_PIECE;

export const booking = ({ facts: { card }, words }: ComposerDraft): Piece =>
  card?.bookingUrl
    ? say(words.booking(card.bookingUrl), { label: 'Your booking link', value: card.bookingUrl })
    : NO_PIECE;

/** The close, the name, and in a professional letter role and company. */
export function signature(draft: ComposerDraft): Piece {
  const { facts, tone, words } = draft;
  const { owner } = facts;
  const isFormal = tone === 'professional';
  const role = isFormal ? [tidy(owner.jobTitle), tidy(owner.company)].filter(Boolean).join(', ') : '';
  const name = isFormal ? tidy(owner.fullName) : signatureOf(owner);
  const value = [tidy(owner.fullName), role].filter(Boolean).join(', ');
  return say([choose(draft, 'close', words.close), name, role].filter(Boolean).join('\n'), {
    label: 'You',
    value,
  });
}

export function subject(draft: ComposerDraft): Piece {
  const { facts, words, tone, address } = draft;
  const own = tidy(facts.owner.company);
  const theirs = tidy(facts.company);
  const isFormal = tone === 'professional';
  const known = {
    name: address && (isFormal ? address.name : address.given),
    companies: own && theirs && !isColleague(facts) ? { own, theirs } : null,
  };
  const first = words.subject.indexOf(choose(draft, 'subject', words.subject));
  const inTurn = [...words.subject.slice(first), ...words.subject.slice(0, first)];
  const told = inTurn.find((one) => one(known)) ?? words.subject[0];
  const text = told(known) ?? '';
  return say(
    text,
    ...(told({ ...known, name: null }) === text ? [] : [nameFact(draft)]),
    ...(told({ ...known, companies: null }) === text ? [] : [companyFact(theirs)]),
  );
}
