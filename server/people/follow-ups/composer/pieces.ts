import { createHash } from 'node:crypto';
import { type Meeting, meetingWords } from '#server/people/follow-ups/composer/meeting.ts';
import {
  type Address,
  type Choices,
  type ComposerWords,
  endSentence,
  type Voice,
} from '#server/people/follow-ups/composer/voice.ts';
import { dayFormat } from '#shared/formats/time.ts';
import type { Named } from '#shared/names/name-parts.ts';
import { chooseSignature } from '#shared/names/names.ts';
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
export const makePiece = (text: string, ...facts: SuggestionFact[]): Piece => ({ text, facts });

export const collapseSpaces = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim();

/** Joins the pieces that are not empty, with their facts. */
export function joinPieces(pieces: Piece[], separator = ' '): Piece {
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
export function chooseWording<T>({ facts, turn }: ComposerDraft, place: string, choices: Choices<T>): T {
  const byte = createHash('sha256').update(`${place} ${facts.contactId}`).digest()[0] ?? 0;
  return choices[(byte + turn) % choices.length] ?? choices[0];
}

const nameFact = ({ facts }: ComposerDraft): SuggestionFact => ({
  label: 'Name',
  value: collapseSpaces(facts.fullName),
});
const companyFact = (company: string): SuggestionFact => ({ label: 'Company', value: company });

export function letterGreeting(draft: ComposerDraft): Piece {
  const { address, words, tone, voice } = draft;
  if (!address) return makePiece(words.hello);
  return makePiece(
    tone === 'professional' ? voice.formal(address) : words.greeting(address.given),
    nameFact(draft),
  );
}

export function messageGreeting(draft: ComposerDraft): Piece {
  const { address, words, tone } = draft;
  if (!address) return makePiece(words.message.hello);
  const { name, given, family, academic } = address;
  const titled = academic && family ? `${academic} ${family}` : name;
  return makePiece(words.message.greeting(tone === 'professional' ? titled : given), nameFact(draft));
}

export function writeMeeting(facts: FollowUpFacts, voice: Voice, language: FollowUpLanguage): Piece {
  const { connectedAt, timeZone } = facts;
  const event = collapseSpaces(facts.event);
  const place = collapseSpaces(facts.place);
  const day = dayFormat('en-US', { dateStyle: 'long' }, timeZone ?? null);
  return makePiece(
    meetingWords(voice, language, { ...facts, event, place }),
    ...(connectedAt ? [{ label: 'Connected', value: day(connectedAt) }] : []),
    ...(event ? [{ label: 'Event', value: event }] : []),
    ...(place ? [{ label: 'Place', value: place }] : []),
  );
}

export function writeOpening(draft: ComposerDraft): Piece {
  const { facts, words, met } = draft;
  const isMeeting = collapseSpaces(facts.event) || collapseSpaces(facts.place);
  const told = chooseWording(draft, 'opening', isMeeting ? words.met : words.connected);
  return makePiece(endSentence(told(met.text)), ...met.facts);
}

export const isColleague = ({ company, owner }: FollowUpFacts) =>
  collapseSpaces(company) !== '' &&
  collapseSpaces(company).toLowerCase() === collapseSpaces(owner.company).toLowerCase();

export function writeCuriosity(draft: ComposerDraft): Piece {
  const { facts, voice, words } = draft;
  const company = collapseSpaces(facts.company);
  if (isColleague(facts)) return makePiece(endSentence(words.colleagues(company)), companyFact(company));
  const role = isReadable(facts.jobTitle) ? collapseSpaces(facts.jobTitle) : '';
  const at = company && (voice.company(company) ?? ` (${company})`);
  const work = `${words.work}${role && voice.role(role)}${at}`;
  return makePiece(
    endSentence(chooseWording(draft, 'curious', words.curious)(work)),
    ...(role ? [{ label: 'Role', value: role }] : []),
    ...(company ? [companyFact(company)] : []),
  );
}

/** A common noun in another script than the letter's is read by nobody; names stay as they are. */
const isReadable = (role: string | null): boolean =>
  !/\p{L}/u.test(role ?? '') || /\p{Script=Latin}/u.test(role ?? '');

/** Thanks for their message; their words are for the owner, who answers them. */
export function writeThanks({ facts, words }: ComposerDraft): Piece {
  const note = collapseSpaces(facts.note);
  return note ? makePiece(words.thanks, { label: 'Their message', value: note }) : NO_PIECE;
}

/** Room for the owner's answer. */
export const withSpace = ({ text, facts }: Piece): Piece => makePiece(`${text}\n\n`, ...facts);

export const writeCardLink = ({ facts: { card } }: ComposerDraft, words: (url: string) => string): Piece =>
  card ? makePiece(words(card.url), { label: 'Your card', value: collapseSpaces(card.name) }) : NO_PIECE;

export const writeBookingLink = ({ facts: { card }, words }: ComposerDraft): Piece =>
  card?.bookingUrl
    ? makePiece(words.booking(card.bookingUrl), { label: 'Your booking link', value: card.bookingUrl })
    : NO_PIECE;

/** The close, the name, and in a professional letter role and company. */
export function writeSignature(draft: ComposerDraft): Piece {
  const { facts, tone, words } = draft;
  const { owner } = facts;
  const isFormal = tone === 'professional';
  const role = isFormal
    ? [collapseSpaces(owner.jobTitle), collapseSpaces(owner.company)].filter(Boolean).join(', ')
    : '';
  const name = isFormal ? collapseSpaces(owner.fullName) : chooseSignature(owner);
  const value = [collapseSpaces(owner.fullName), role].filter(Boolean).join(', ');
  return makePiece([chooseWording(draft, 'close', words.close), name, role].filter(Boolean).join('\n'), {
    label: 'You',
    value,
  });
}

export function writeSubject(draft: ComposerDraft): Piece {
  const { facts, words, tone, address } = draft;
  const own = collapseSpaces(facts.owner.company);
  const theirs = collapseSpaces(facts.company);
  const isFormal = tone === 'professional';
  const known = {
    name: address && (isFormal ? address.name : address.given),
    companies: own && theirs && !isColleague(facts) ? { own, theirs } : null,
  };
  const first = words.subject.indexOf(chooseWording(draft, 'subject', words.subject));
  const inTurn = [...words.subject.slice(first), ...words.subject.slice(0, first)];
  const told = inTurn.find((one) => one(known)) ?? words.subject[0];
  const text = told(known) ?? '';
  return makePiece(
    text,
    ...(told({ ...known, name: null }) === text ? [] : [nameFact(draft)]),
    ...(told({ ...known, companies: null }) === text ? [] : [companyFact(theirs)]),
  );
}
