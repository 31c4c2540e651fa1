import { asksForSomething } from '#server/people/follow-ups/asks.ts';
import { chooseAddress } from '#server/people/follow-ups/composer/address.ts';
import { german } from '#server/people/follow-ups/composer/de.ts';
import { english } from '#server/people/follow-ups/composer/en.ts';
import { spanish } from '#server/people/follow-ups/composer/es.ts';
import { french } from '#server/people/follow-ups/composer/fr.ts';
import { italian } from '#server/people/follow-ups/composer/it.ts';
import {
  type ComposerDraft,
  chooseWording,
  collapseSpaces,
  type FollowUpFacts,
  isColleague,
  joinPieces,
  letterGreeting,
  makePiece,
  messageGreeting,
  NO_PIECE,
  type Piece,
  withSpace,
  writeBookingLink,
  writeCardLink,
  writeCuriosity,
  writeMeeting,
  writeOpening,
  writeSignature,
  writeSubject,
  writeThanks,
} from '#server/people/follow-ups/composer/pieces.ts';
import { portuguese } from '#server/people/follow-ups/composer/pt.ts';
import { endSentence, type Voice } from '#server/people/follow-ups/composer/voice.ts';
import { recasePerson } from '#server/people/follow-ups/recase.ts';
import { chooseSignature } from '#shared/names/names.ts';
import {
  FOLLOW_UP_TONES,
  type FollowUpLanguage,
  type FollowUpTone,
  type FollowUpWish,
  type Suggestion,
} from '#shared/people/follow-ups.ts';

/**
 * Composes follow-up messages from known facts and nothing else. The wording varies between contacts and is always the
 * same for one contact and turn. Nothing in it depends on what is unknown.
 */

/** The owner's wishes. Each `turn` (0, 1, 2, …) is worded differently from the one before. */
export type ComposerWish = FollowUpWish & { turn?: number };

export const VOICES: Record<FollowUpLanguage, Voice> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
};

function writeLetter(draft: ComposerDraft): Suggestion {
  const { words, length, tone } = draft;
  const isShort = length === 'short';
  const isLong = length === 'long';
  const message = joinPieces(
    [
      letterGreeting(draft),
      ...writeBody(draft, isShort),
      isLong || (tone === 'professional' && !isShort) ? writeCardLink(draft, words.card) : NO_PIECE,
      isLong ? makePiece(writeLastSentence(draft)) : NO_PIECE,
      writeSignature(draft),
    ],
    '\n\n',
  );
  return toSuggestion(draft, 'email', message, writeSubject(draft));
}

/** The paragraphs from the opening to what the owner hopes for. */
function writeBody(draft: ComposerDraft, isShort: boolean): Piece[] {
  const { words, line, isAsked } = draft;
  if (isAsked) {
    const answer = joinPieces([writeOpening(draft), writeThanks(draft)]);
    return [line ? answer : withSpace(answer), makePiece(line), makePiece(words.more)];
  }
  // The owner's own words stand alone: nothing is added to them, not even a period.
  if (line)
    return [
      joinPieces([writeOpening(draft), writeThanks(draft)]),
      makePiece(line),
      makePiece(chooseWording(draft, 'reply', words.reply)),
    ];
  const call = makePiece(chooseWording(draft, 'call', words.call));
  return isShort
    ? [writeOpening(draft), call]
    : [
        joinPieces([writeOpening(draft), writeCuriosity(draft), writeThanks(draft)]),
        joinPieces([call, writeBookingLink(draft)]),
      ];
}

/** The last sentence of a long letter, unless it was said before. */
const writeLastSentence = (draft: ComposerDraft): string => {
  const { words, line, isAsked } = draft;
  if (isAsked) return '';
  return line ? words.offer : chooseWording(draft, 'offer', words.afterCall);
};

/** Openings follow the comma of a letter's greeting, after which some languages go on in lower case. */
const capitalizePiece = ({ text, facts }: Piece): Piece =>
  makePiece(text.charAt(0).toUpperCase() + text.slice(1), ...facts);

/** Fits on one screen of a phone unless it is to be long. */
function shortMessage(draft: ComposerDraft): Suggestion {
  const { facts, words, voice, length, line, tone, isAsked } = draft;
  const { owner } = facts;
  const name = tone === 'professional' ? collapseSpaces(owner.fullName) : chooseSignature(owner);
  const company = isColleague(facts) ? '' : collapseSpaces(owner.company);
  const me = company ? voice.me(name, company) : name;
  const own = { label: 'You', value: [collapseSpaces(owner.fullName), company].filter(Boolean).join(', ') };
  const isLong = length === 'long';
  const isAnswer = isAsked && length !== 'short';
  const pleased = isLong
    ? capitalizePiece(writeOpening(draft))
    : isAnswer
      ? NO_PIECE
      : makePiece(chooseWording(draft, 'pleased', words.message.pleased));
  const start = joinPieces([
    messageGreeting(draft),
    makePiece(endSentence(words.message.me(me)), own),
    pleased,
    ...(isLong && !line && !isAsked ? [writeCuriosity(draft)] : []),
    ...(isLong || isAnswer ? [writeThanks(draft)] : []),
  ]);
  const wish = isAsked
    ? words.more
    : chooseWording(draft, line ? 'reply' : 'call', line ? words.reply : words.call);
  const { text, facts: said } = joinPieces(
    [
      isAnswer && !line ? withSpace(start) : start,
      makePiece(line),
      isLong ? makePiece(wish) : NO_PIECE,
      length === 'short' ? NO_PIECE : writeCardLink(draft, words.message.card),
    ],
    isLong || line || isAnswer ? '\n\n' : ' ',
  );
  // Room for an answer may be the end.
  return toSuggestion(draft, 'message', { text: text.trimEnd(), facts: said });
}

function toSuggestion(
  draft: ComposerDraft,
  type: Suggestion['type'],
  message: Piece,
  subject?: Piece,
): Suggestion {
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
export function composeFollowUps(known: FollowUpFacts, wish: ComposerWish = {}): Suggestion[] {
  const facts = recasePerson(known);
  const { language = facts.language, length = 'medium', turn = 0 } = wish;
  const voice = VOICES[language];
  const address = chooseAddress(facts);
  const met = writeMeeting(facts, voice, language);
  const draft = (tone: FollowUpTone, at = turn): ComposerDraft => ({
    facts,
    language,
    voice,
    tone,
    words: voice[tone],
    length,
    line: (wish.line ?? '').trim(),
    isAsked: asksForSomething(facts.note ?? ''),
    turn: at,
    address,
    met,
  });
  const [first, second, third] = FOLLOW_UP_TONES;
  const { tone } = wish;
  if (!tone) return [writeLetter(draft(first)), writeLetter(draft(second)), shortMessage(draft(third))];
  return [writeLetter(draft(tone)), writeLetter(draft(tone, turn + 1)), shortMessage(draft(tone))];
}
