import { asksForSomething } from '#server/people/follow-ups/asks.ts';
import { addressOf } from '#server/people/follow-ups/composer/address.ts';
import { german } from '#server/people/follow-ups/composer/de.ts';
import { english } from '#server/people/follow-ups/composer/en.ts';
import { spanish } from '#server/people/follow-ups/composer/es.ts';
import { french } from '#server/people/follow-ups/composer/fr.ts';
import { italian } from '#server/people/follow-ups/composer/it.ts';
import {
  booking,
  type ComposerDraft,
  choose,
  curiosity,
  type FollowUpFacts,
  isColleague,
  join,
  letterGreeting,
  meetingOf,
  messageGreeting,
  NO_PIECE,
  opening,
  type Piece,
  say,
  sayCardLink,
  signature,
  subject,
  thanks,
  tidy,
  withSpace,
} from '#server/people/follow-ups/composer/pieces.ts';
import { portuguese } from '#server/people/follow-ups/composer/pt.ts';
import { sentence, type Voice } from '#server/people/follow-ups/composer/voice.ts';
import { recased } from '#server/people/follow-ups/recase.ts';
import { signatureOf } from '#shared/names/names.ts';
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

function letter(draft: ComposerDraft): Suggestion {
  const { words, length, tone } = draft;
  const isShort = length === 'short';
  const isLong = length === 'long';
  const message = join(
    [
      letterGreeting(draft),
      ...body(draft, isShort),
      isLong || (tone === 'professional' && !isShort) ? sayCardLink(draft, words.card) : NO_PIECE,
      isLong ? say(last(draft)) : NO_PIECE,
      signature(draft),
    ],
    '\n\n',
  );
  return toSuggestion(draft, 'email', message, subject(draft));
}

/** The paragraphs from the opening to what the owner hopes for. */
function body(draft: ComposerDraft, isShort: boolean): Piece[] {
  const { words, line, isAsked } = draft;
  if (isAsked) {
    const answer = join([opening(draft), thanks(draft)]);
    return [line ? answer : withSpace(answer), say(line), say(words.more)];
  }
  // The owner's own words stand alone: nothing is added to them, not even a period.
  if (line)
    return [join([opening(draft), thanks(draft)]), say(line), say(choose(draft, 'reply', words.reply))];
  const call = say(choose(draft, 'call', words.call));
  return isShort
    ? [opening(draft), call]
    : [join([opening(draft), curiosity(draft), thanks(draft)]), join([call, booking(draft)])];
}

/** The last sentence of a long letter, unless it was said before. */
const last = (draft: ComposerDraft): string => {
  const { words, line, isAsked } = draft;
  if (isAsked) return '';
  return line ? words.offer : choose(draft, 'offer', words.afterCall);
};

/** Openings follow the comma of a letter's greeting, after which some languages go on in lower case. */
const capitalized = ({ text, facts }: Piece): Piece =>
  say(text.charAt(0).toUpperCase() + text.slice(1), ...facts);

/** Fits on one screen of a phone unless it is to be long. */
function shortMessage(draft: ComposerDraft): Suggestion {
  const { facts, words, voice, length, line, tone, isAsked } = draft;
  const { owner } = facts;
  const name = tone === 'professional' ? tidy(owner.fullName) : signatureOf(owner);
  const company = isColleague(facts) ? '' : tidy(owner.company);
  const me = company ? voice.me(name, company) : name;
  const own = { label: 'You', value: [tidy(owner.fullName), company].filter(Boolean).join(', ') };
  const isLong = length === 'long';
  const isAnswer = isAsked && length !== 'short';
  const pleased = isLong
    ? capitalized(opening(draft))
    : isAnswer
      ? NO_PIECE
      : say(choose(draft, 'pleased', words.message.pleased));
  const start = join([
    messageGreeting(draft),
    say(sentence(words.message.me(me)), own),
    pleased,
    ...(isLong && !line && !isAsked ? [curiosity(draft)] : []),
    ...(isLong || isAnswer ? [thanks(draft)] : []),
  ]);
  const wish = isAsked ? words.more : choose(draft, line ? 'reply' : 'call', line ? words.reply : words.call);
  const { text, facts: said } = join(
    [
      isAnswer && !line ? withSpace(start) : start,
      say(line),
      isLong ? say(wish) : NO_PIECE,
      length === 'short' ? NO_PIECE : sayCardLink(draft, words.message.card),
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
  const facts = recased(known);
  const { language = facts.language, length = 'medium', turn = 0 } = wish;
  const voice = VOICES[language];
  const address = addressOf(facts);
  const met = meetingOf(facts, voice, language);
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
  if (!tone) return [letter(draft(first)), letter(draft(second)), shortMessage(draft(third))];
  return [letter(draft(tone)), letter(draft(tone, turn + 1)), shortMessage(draft(tone))];
}
