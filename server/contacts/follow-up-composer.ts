import { createHash } from 'node:crypto';
import type { FollowUpTone, FollowUpWish, Suggestion, SuggestionFact } from '#shared/follow-ups.ts';
import type { Named } from '#shared/name-parts.ts';
import { greetingOf, signatureOf } from '#shared/names.ts';
import { utcDayFormat } from '#shared/time.ts';

/**
 * Composes follow-up messages from known facts and nothing else. The wording varies between contacts but is always the
 * same for one contact. Every message lists the facts it is based on.
 */

export interface FollowUpFacts extends Named {
  contactId: string;
  jobTitle: string | null;
  company: string | null;
  hasEmail: boolean;
  hasPhone: boolean;
  /** The contact's notes: their message, or what the owner has written over it. */
  note: string | null;
  connectedAt: Date;
  owner: Named & { jobTitle: string | null; company: string | null };
  /** The card through which they met, while strangers can open it; `bookingUrl` is its "Book a meeting" link. */
  card: { name: string; url: string; bookingUrl: string | null } | null;
  now: Date;
}

/** A piece of text and the facts in it, in words. An empty text is dropped along with its facts. */
interface Piece {
  text: string;
  facts: string[];
}

const NOTHING: Piece = { text: '', facts: [] };
const say = (text: string, ...facts: string[]): Piece => ({ text, facts });

/** Longer notes are mentioned, not quoted. */
const QUOTE_MAX = 140;

const tidy = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** A sentence with exactly one final punctuation mark, even after "Inc." or "Why?". */
const sentence = (text: string) => (/[.!?…]["”’)]?$/u.test(text) ? text : `${text}.`);

/** Joins the pieces that are not empty, with their facts. */
function join(pieces: Piece[], separator = ' '): Piece {
  const said = pieces.filter(({ text }) => text);
  return { text: said.map(({ text }) => text).join(separator), facts: said.flatMap(({ facts }) => facts) };
}

const paragraphs = (...pieces: Piece[]) => join(pieces, '\n\n');

/** Chooses a wording, always the same one for the same contact and position. */
function choose<T>({ contactId }: FollowUpFacts, place: string, [first, ...others]: [T, ...T[]]): T {
  const byte = createHash('sha256').update(`${place} ${contactId}`).digest()[0] ?? 0;
  return [first, ...others][byte % (others.length + 1)] ?? first;
}

const nameFact = (facts: FollowUpFacts) => `Name: ${tidy(facts.fullName)}`;

function greeting(facts: FollowUpFacts, word: string, isFormal = false): Piece {
  const name = greetingOf(facts, { isFormal });
  return name ? say(`${word} ${name},`, nameFact(facts)) : say(isFormal ? 'Hello,' : 'Hi there,');
}

/** "on May 13", or "in May 2024" after a year. Days are in UTC. */
function when({ connectedAt, now }: FollowUpFacts): Piece {
  const format = (options: Intl.DateTimeFormatOptions) => utcDayFormat('en-US', options)(connectedAt);
  const isThisYear = connectedAt.getUTCFullYear() === now.getUTCFullYear();
  const words = isThisYear
    ? `on ${format({ month: 'long', day: 'numeric' })}`
    : `in ${format({ month: 'long', year: 'numeric' })}`;
  return say(words, `Connected: ${format({ month: 'long', day: 'numeric', year: 'numeric' })}`);
}

/** Their work as something to ask about: "your work as Analyst at Acme". */
function work(facts: FollowUpFacts): Piece {
  const role = tidy(facts.jobTitle);
  const company = tidy(facts.company);
  const known = [...(role ? [`Role: ${role}`] : []), ...(company ? [`Company: ${company}`] : [])];
  return say(`your work${role && ` as ${role}`}${company && ` at ${company}`}`, ...known);
}

const isColleague = ({ company, owner }: FollowUpFacts) =>
  tidy(company) !== '' && tidy(company).toLowerCase() === tidy(owner.company).toLowerCase();

function curiosity(facts: FollowUpFacts, lead: string): Piece {
  if (isColleague(facts)) {
    const company = tidy(facts.owner.company);
    return say(sentence(`It is always good to know more people at ${company}`), `Company: ${company}`);
  }
  const { text, facts: used } = work(facts);
  return say(sentence(`${lead} ${text}`), ...used);
}

/** It is not certain who wrote a note, so it is quoted without attribution. */
function topic(facts: FollowUpFacts, lead: string): Piece {
  const note = tidy(facts.note);
  if (!note) return NOTHING;
  const words =
    note.length > QUOTE_MAX
      ? 'There is also something in my notes that I would like to come back to.'
      : `${lead} “${sentence(note)}”`;
  return say(words, `Note: ${note}`);
}

const cardFact = (card: { name: string }) => `Your card: ${tidy(card.name)}`;

const booking = ({ card }: FollowUpFacts, words: string): Piece =>
  card?.bookingUrl ? say(`${words} ${card.bookingUrl}`, `Your booking link: ${card.bookingUrl}`) : NOTHING;

const cardLink = ({ card }: FollowUpFacts, words: string): Piece =>
  card ? say(`${words} ${card.url}`, cardFact(card)) : NOTHING;

/** The owner's signature: the name, then role and company. */
function signature({ owner }: FollowUpFacts, close: string): Piece {
  const role = [tidy(owner.jobTitle), tidy(owner.company)].filter(Boolean).join(', ');
  const lines = [close, tidy(owner.fullName), role].filter(Boolean);
  return say(lines.join('\n'), `You: ${[tidy(owner.fullName), role].filter(Boolean).join(', ')}`);
}

const ownName = (facts: FollowUpFacts): Piece =>
  say(signatureOf(facts.owner), `You: ${tidy(facts.owner.fullName)}`);

function toFact(words: string): SuggestionFact {
  const end = words.indexOf(': ');
  return { label: words.slice(0, end), value: words.slice(end + 2) };
}

function toSuggestion(tone: FollowUpTone, message: Piece, subject?: Piece): Suggestion {
  const facts = [...new Set([...(subject?.facts ?? []), ...message.facts])].map(toFact);
  const about = { message: message.text, language: 'en', writtenBy: 'composer', facts } as const;
  return subject
    ? { type: 'email', tone, subject: subject.text, ...about }
    : { type: 'message', tone, ...about };
}

function professional(facts: FollowUpFacts): Suggestion {
  const name = greetingOf(facts);
  const company = tidy(facts.company);
  const ownCompany = tidy(facts.owner.company);
  const subject =
    company && ownCompany && !isColleague(facts)
      ? say(`${ownCompany} and ${company}: good to connect`, `Company: ${company}`)
      : say(name ? `Good to connect, ${name}` : 'Good to connect', ...(name ? [nameFact(facts)] : []));
  const thanks = when(facts);
  const opening = choose(facts, 'professional opening', [
    `Thank you for sharing your contact details with me ${thanks.text}.`,
    `It was a pleasure to connect with you ${thanks.text}.`,
  ]);
  const call = choose(facts, 'professional call', [
    'Would you have twenty minutes for a call in the coming days?',
    'If it suits you, I would be glad to arrange a short call in the coming days.',
    'Please let me know whether a short call in the coming days would suit you.',
  ]);
  const message = paragraphs(
    greeting(facts, 'Dear', true),
    join([
      say(opening, ...thanks.facts),
      curiosity(facts, 'I would like to hear more about'),
      topic(facts, 'One thing I wanted to come back to:'),
    ]),
    join([say(call), booking(facts, 'You are welcome to choose a time here:')]),
    cardLink(facts, 'You will always find my current details on my card:'),
    signature(facts, 'Kind regards,'),
  );
  return toSuggestion('professional', message, subject);
}

function friendly(facts: FollowUpFacts): Suggestion {
  const name = greetingOf(facts);
  const subject = name
    ? say(`Great connecting with you, ${name}`, nameFact(facts))
    : say('Great connecting with you');
  const met = when(facts);
  const close = choose(facts, 'friendly close', [
    'Are you up for a coffee or a quick call sometime soon?',
    'How about a quick call or a coffee in the next couple of weeks?',
    'If you feel like it, let’s find half an hour for a coffee or a call.',
  ]);
  const message = paragraphs(
    greeting(facts, 'Hi'),
    join([
      say(`It was great connecting with you ${met.text}.`, ...met.facts),
      curiosity(facts, 'I’d love to hear more about'),
      topic(facts, 'One thing I’d like to pick up:'),
    ]),
    join([say(close), booking(facts, 'You can grab a time here:')]),
    join([say('Best,'), ownName(facts)], '\n'),
  );
  return toSuggestion('friendly', message, subject);
}

/** Fits on one screen of a phone. */
function casual(facts: FollowUpFacts): Suggestion {
  const company = isColleague(facts) ? '' : tidy(facts.owner.company);
  const me = `${signatureOf(facts.owner)}${company && ` from ${company}`}`;
  const message = join([
    greeting(facts, 'Hi'),
    say(sentence(`${me} here`), `You: ${[tidy(facts.owner.fullName), company].filter(Boolean).join(', ')}`),
    say(
      choose(facts, 'casual', [
        'Great connecting with you! Let’s stay in touch.',
        'It was great connecting! Let’s talk again soon.',
      ]),
    ),
    cardLink(facts, 'My card:'),
  ]);
  return toSuggestion('casual', message);
}

/** What the composer is asked for; `variant` is how often the owner has asked for other suggestions, from 0. */
export type ComposerWish = FollowUpWish & { variant?: number };

/** Two emails and a short message for a phone: in this order whatever the wish. */
export function composeFollowUps(facts: FollowUpFacts, _wish: ComposerWish = {}): Suggestion[] {
  return [professional(facts), friendly(facts), casual(facts)];
}
