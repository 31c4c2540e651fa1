import { createHash } from 'node:crypto';
import { addressOf } from '#server/follow-ups/composer/address.ts';
import { german } from '#server/follow-ups/composer/de.ts';
import { english } from '#server/follow-ups/composer/en.ts';
import { spanish } from '#server/follow-ups/composer/es.ts';
import { french } from '#server/follow-ups/composer/fr.ts';
import { italian } from '#server/follow-ups/composer/it.ts';
import { type Meeting, meetingWords } from '#server/follow-ups/composer/meeting.ts';
import { portuguese } from '#server/follow-ups/composer/pt.ts';
import {
  type Address,
  type Choices,
  sentence,
  type Voice,
  type Words,
} from '#server/follow-ups/composer/voice.ts';
import {
  FOLLOW_UP_TONES,
  type FollowUpLanguage,
  type FollowUpLength,
  type FollowUpTone,
  type FollowUpWish,
  type Suggestion,
  type SuggestionFact,
} from '#shared/follow-ups.ts';
import type { Named } from '#shared/name-parts.ts';
import { signatureOf } from '#shared/names.ts';
import { dayFormat } from '#shared/time.ts';

/**
 * Composes follow-up messages from known facts and nothing else. The wording varies between contacts and is always the
 * same for one contact and turn. Nothing in it depends on what is unknown.
 */

export interface FollowUpFacts extends Named, Meeting {
  contactId: string;
  /** In which to write unless the owner wishes for another. */
  language: FollowUpLanguage;
  jobTitle: string | null;
  company: string | null;
  hasEmail: boolean;
  hasPhone: boolean;
  /** What the contact wrote to the owner, never the owner's own notes. */
  note: string | null;
  owner: Named & { jobTitle: string | null; company: string | null };
  /** The card through which they met, while strangers can open it; `bookingUrl` is its "Book a meeting" link. */
  card: { name: string; url: string; bookingUrl: string | null } | null;
}

/** What the owner wishes. Each `turn` (0, 1, 2, …) is worded differently from the one before. */
export type ComposerWish = FollowUpWish & { turn?: number };

const VOICES: Record<FollowUpLanguage, Voice> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
};

/** A piece of text and the facts in it. An empty text is dropped along with its facts. */
interface Piece {
  text: string;
  facts: SuggestionFact[];
}

const NOTHING: Piece = { text: '', facts: [] };
const say = (text: string, ...facts: SuggestionFact[]): Piece => ({ text, facts });

/** Longer messages are mentioned, not quoted. */
const QUOTE_MAX = 140;
/** What must not be repeated out of somebody else's message: addresses, links, numbers. */
const UNQUOTABLE = /@|:\/\/|\bwww\.|\p{L}\.\p{L}{2}|\d{4}/u;

const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** Joins the pieces that are not empty, with their facts. */
function join(pieces: Piece[], separator = ' '): Piece {
  const said = pieces.filter(({ text }) => text);
  return { text: said.map(({ text }) => text).join(separator), facts: said.flatMap(({ facts }) => facts) };
}

/** One suggestion in the making: what it is about, and in which words. */
interface Draft {
  facts: FollowUpFacts;
  language: FollowUpLanguage;
  voice: Voice;
  tone: FollowUpTone;
  words: Words;
  length: FollowUpLength;
  line: string;
  turn: number;
  address: Address | null;
  /** Where and when they met. */
  met: Piece;
}

/** Chooses a wording: the same one for the same contact, place and turn, and the next one in the next turn. */
function choose<T>({ facts, turn }: Draft, place: string, choices: Choices<T>): T {
  const byte = createHash('sha256').update(`${place} ${facts.contactId}`).digest()[0] ?? 0;
  return choices[(byte + turn) % choices.length] ?? choices[0];
}

const nameFact = ({ facts }: Draft): SuggestionFact => ({ label: 'Name', value: tidy(facts.fullName) });
const companyFact = (company: string): SuggestionFact => ({ label: 'Company', value: company });

function letterGreeting(draft: Draft): Piece {
  const { address, words, tone, voice } = draft;
  if (!address) return say(words.hello);
  return say(
    tone === 'professional' ? voice.formal(address) : words.greeting(address.given),
    nameFact(draft),
  );
}

function messageGreeting(draft: Draft): Piece {
  const { address, words, tone, language } = draft;
  if (!address) return say(words.message.hello);
  const { name, given, family, academic } = address;
  const titled = academic && family ? `${academic} ${family}` : language === 'en' ? given : name;
  return say(words.message.greeting(tone === 'professional' ? titled : given), nameFact(draft));
}

function meetingOf(facts: FollowUpFacts, language: FollowUpLanguage): Piece {
  const { connectedAt, timeZone } = facts;
  const event = tidy(facts.event);
  const place = tidy(facts.place);
  const day = dayFormat('en-US', { dateStyle: 'long' }, timeZone ?? null);
  return say(
    meetingWords(VOICES[language], language, { ...facts, event, place }),
    ...(connectedAt ? [{ label: 'Connected', value: day(connectedAt) }] : []),
    ...(event ? [{ label: 'Event', value: event }] : []),
    ...(place ? [{ label: 'Place', value: place }] : []),
  );
}

function opening(draft: Draft): Piece {
  const { facts, words, met } = draft;
  const isMeeting = tidy(facts.event) || tidy(facts.place);
  const told = choose(draft, 'opening', isMeeting ? words.met : words.connected);
  return say(sentence(told(met.text)), ...met.facts);
}

const isColleague = ({ company, owner }: FollowUpFacts) =>
  tidy(company) !== '' && tidy(company).toLowerCase() === tidy(owner.company).toLowerCase();

function curiosity(draft: Draft): Piece {
  const { facts, voice, words } = draft;
  const company = tidy(facts.company);
  if (isColleague(facts)) return say(sentence(words.colleagues(company)), companyFact(company));
  const role = tidy(facts.jobTitle);
  const at = company && (voice.company(company) ?? ` (${company})`);
  const work = `${words.work}${role && voice.role(role)}${at}`;
  return say(
    sentence(choose(draft, 'curious', words.curious)(work)),
    ...(role ? [{ label: 'Role', value: role }] : []),
    ...(company ? [companyFact(company)] : []),
  );
}

function topic({ facts, voice, words }: Draft): Piece {
  const note = tidy(facts.note);
  if (!note) return NOTHING;
  const isQuoted = note.length <= QUOTE_MAX && !UNQUOTABLE.test(note);
  return say(isQuoted ? words.wrote(voice.quote(note)) : words.hasWritten, {
    label: 'Their message',
    value: note,
  });
}

const cardLink = ({ facts: { card } }: Draft, words: (url: string) => string): Piece =>
  card ? say(words(card.url), { label: 'Your card', value: tidy(card.name) }) : NOTHING;

const booking = ({ facts: { card }, words }: Draft): Piece =>
  card?.bookingUrl
    ? say(words.booking(card.bookingUrl), { label: 'Your booking link', value: card.bookingUrl })
    : NOTHING;

/** The close, the name, and in a professional letter role and company. */
function signature(draft: Draft): Piece {
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

function subject(draft: Draft): Piece {
  const { facts, words, tone, language, address } = draft;
  const own = tidy(facts.owner.company);
  const theirs = tidy(facts.company);
  const isFormal = tone === 'professional' && language !== 'en';
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

function letter(draft: Draft): Suggestion {
  const { words, length, line, tone } = draft;
  const isShort = length === 'short';
  const isLong = length === 'long';
  const message = join(
    [
      letterGreeting(draft),
      join([
        opening(draft),
        ...(isShort || line ? [] : [curiosity(draft)]),
        ...(isShort ? [] : [topic(draft)]),
      ]),
      // The owner's own words stand alone: nothing is added to them, not even a period.
      say(line),
      line
        ? say(choose(draft, 'reply', words.reply))
        : join([say(choose(draft, 'call', words.call)), ...(isShort ? [] : [booking(draft)])]),
      isLong || (tone === 'professional' && !isShort) ? cardLink(draft, words.card) : NOTHING,
      isLong ? say(choose(draft, 'offer', words.offer)) : NOTHING,
      signature(draft),
    ],
    '\n\n',
  );
  return toSuggestion(draft, 'email', message, subject(draft));
}

/** Openings follow the comma of a letter's greeting, after which some languages go on in lower case. */
const capitalized = ({ text, facts }: Piece): Piece =>
  say(text.charAt(0).toUpperCase() + text.slice(1), ...facts);

/** Fits on one screen of a phone unless it is to be long. */
function shortMessage(draft: Draft): Suggestion {
  const { facts, words, voice, length, line, tone } = draft;
  const { owner } = facts;
  const name = tone === 'professional' ? tidy(owner.fullName) : signatureOf(owner);
  const company = isColleague(facts) ? '' : tidy(owner.company);
  const me = company ? voice.me(name, company) : name;
  const own = { label: 'You', value: [tidy(owner.fullName), company].filter(Boolean).join(', ') };
  const message = join(
    [
      join([
        messageGreeting(draft),
        say(sentence(words.message.me(me)), own),
        length === 'long'
          ? capitalized(opening(draft))
          : say(choose(draft, 'pleased', words.message.pleased)),
        ...(length === 'long' && !line ? [curiosity(draft), topic(draft)] : []),
      ]),
      say(line),
      length === 'long'
        ? say(choose(draft, line ? 'reply' : 'call', line ? words.reply : words.call))
        : NOTHING,
      length === 'short' ? NOTHING : cardLink(draft, words.message.card),
    ],
    length === 'long' || line ? '\n\n' : ' ',
  );
  return toSuggestion(draft, 'message', message);
}

function toSuggestion(draft: Draft, type: Suggestion['type'], message: Piece, subject?: Piece): Suggestion {
  const facts = [...(subject?.facts ?? []), ...message.facts];
  const once = new Map(facts.map((fact) => [`${fact.label} ${fact.value}`, fact]));
  return {
    type,
    tone: draft.tone,
    ...(subject ? { subject: subject.text } : {}),
    message: message.text,
    language: draft.language,
    writtenBy: 'composer',
    facts: [...once.values()],
  };
}

/** Two letters and a message: in each of the tones, or all in the tone wished for. */
export function composeFollowUps(facts: FollowUpFacts, wish: ComposerWish = {}): Suggestion[] {
  const { language = facts.language, length = 'medium', turn = 0 } = wish;
  const voice = VOICES[language];
  const address = addressOf(facts);
  const met = meetingOf(facts, language);
  const draft = (tone: FollowUpTone, at = turn): Draft => ({
    facts,
    language,
    voice,
    tone,
    words: voice[tone],
    length,
    line: (wish.line ?? '').trim(),
    turn: at,
    address,
    met,
  });
  const [first, second, third] = FOLLOW_UP_TONES;
  const { tone } = wish;
  if (!tone) return [letter(draft(first)), letter(draft(second)), shortMessage(draft(third))];
  return [letter(draft(tone)), letter(draft(tone, turn + 1)), shortMessage(draft(tone))];
}
