import type { UserContext } from '#server/context.ts';
import { withProblem } from '#server/messages/model/read-answer.ts';
import { leadsSomewhere } from '#server/people/follow-ups/check-links.ts';
import { findFault, type KnownFacts, mentionsMachines } from '#server/people/follow-ups/checks.ts';
import { VOICES } from '#server/people/follow-ups/composer/compose.ts';
import { whenWords } from '#server/people/follow-ups/composer/meeting.ts';
import type { FollowUpFacts } from '#server/people/follow-ups/composer/pieces.ts';
import { findOtherPeople } from '#server/people/follow-ups/other-people.ts';
import {
  chooseKinds,
  listDays,
  matchKinds,
  type PromptAnswer,
  type PromptKind,
  questionFor,
} from '#server/people/follow-ups/prompt.ts';
import type { FollowUpWish, Suggestion, SuggestionFact } from '#shared/people/follow-ups.ts';

/** Suggestions by the language model: asked once, and once more for those that fail their checks. */

export type FullWish = FollowUpWish & Pick<Suggestion, 'language'>;

/** A suggestion and its place among those asked for. */
export interface Written {
  index: number;
  suggestion: Suggestion;
}

/** Each suggestion once it has passed its checks. Throws `NoAnswer`, or why the client is gone. */
export async function* writeByModel(
  ctx: UserContext,
  facts: FollowUpFacts,
  wish: FullWish,
  { earlier, gone }: { earlier: readonly string[]; gone: AbortSignal },
): AsyncGenerator<Written> {
  const kinds = chooseKinds(wish);
  const known = listKnownFacts(facts, wish);
  const turn = await ctx.models.enter(ctx.user.id, gone);
  try {
    let left = kinds.map((_, index) => index);
    let problem = '';
    for (let tried = 0; tried < 2 && left.length > 0; tried += 1) {
      const wanted = left.flatMap((index) => kinds[index] ?? []);
      const question = questionFor(facts, wish, wanted, earlier);
      const read = await turn.ask(
        problem ? { ...question, prompt: withProblem(question.prompt, problem) } : question,
      );
      if ('problem' in read) {
        problem = read.problem;
        continue;
      }
      const found = matchKinds(wanted, read.value.suggestions);
      const checked = await checkAnswers(ctx, facts, { wish, kinds: wanted, known }, found);
      for (const [at, { suggestion, fault }] of checked.entries()) {
        const index = left[at];
        if (index !== undefined && suggestion && !fault) yield { index, suggestion };
      }
      problem = [...new Set(checked.map(({ fault }) => fault ?? ''))].filter(Boolean).join(' ');
      left = left.filter((_, at) => checked[at]?.fault);
    }
  } finally {
    turn.leave();
  }
}

interface Checked {
  suggestion?: Suggestion;
  fault: string | null;
}

async function checkAnswers(
  ctx: UserContext,
  facts: FollowUpFacts,
  { wish, kinds, known }: { wish: FullWish; kinds: readonly PromptKind[]; known: KnownFacts },
  found: readonly (PromptAnswer | undefined)[],
): Promise<Checked[]> {
  const checked = found.map((one, index): Checked => {
    const kind = kinds[index];
    if (!one || !kind) return { fault: 'It is missing.' };
    const suggestion = toSuggestion(facts, wish, kind, one);
    return { suggestion, fault: findFault(suggestion, known) };
  });
  const passed = checked.filter(({ fault }) => !fault);
  const textOf = ({ suggestion }: Checked) => `${suggestion?.subject ?? ''}\n${suggestion?.message ?? ''}`;
  if (passed.length === 0) return checked;
  const others = await findOtherPeople(ctx, facts.contactId, passed.map(textOf), known);
  if (others.length === 0) return checked;
  // Whose text it is does not matter: what comes from elsewhere makes the whole answer doubtful.
  return checked.map((one) => ({ ...one, fault: one.fault ?? 'It speaks of somebody else.' }));
}

function toSuggestion(
  facts: FollowUpFacts,
  { language }: FullWish,
  { type, tone }: PromptKind,
  one: PromptAnswer,
): Suggestion {
  const message = one.message
    .replace(/\r\n?/g, '\n')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim();
  const subject = one.subject?.trim() ?? '';
  const text = `${subject}\n${message}`;
  return {
    type,
    tone,
    ...(type === 'email' && { subject }),
    message,
    language,
    writtenBy: 'model',
    facts: factsIn(text, facts),
  };
}

/** Which facts a text mentions. */
function factsIn(text: string, facts: FollowUpFacts): SuggestionFact[] {
  const { fullName, jobTitle, company, owner, card } = facts;
  const flat = text.toLowerCase();
  const says = (value: string | null | undefined) => Boolean(value && flat.includes(value.toLowerCase()));
  const nameWords = fullName.split(/\s+/).filter((word) => word.length > 1);
  const all: [string, string | null | undefined, boolean][] = [
    ['Name', fullName, nameWords.some(says)],
    ['Role', jobTitle, says(jobTitle)],
    ['Company', company, says(company)],
    ['You', owner.fullName, owner.fullName.split(/\s+/).some(says)],
    ['Your booking link', card?.bookingUrl, says(card?.bookingUrl)],
    ['Your card', card?.name, says(card?.url)],
  ];
  return all.flatMap(([label, value, isSaid]) => (isSaid && value ? [{ label, value }] : []));
}

/** A company may be called like its domain; anything longer with a link in it is no name. */
const DOMAIN_NAME = /^[\p{L}\p{N}-]{2,30}\.\p{L}{2,6}$/u;

/** The facts that a suggestion for this contact and this wish may mention. */
export function listKnownFacts(facts: FollowUpFacts, { line, language }: FullWish): KnownFacts {
  const { fullName, jobTitle, company, note, owner, card, place, event } = facts;
  const isText = (text: string | null | undefined): text is string => Boolean(text);
  return {
    trusted: [
      line,
      card?.url,
      card?.bookingUrl,
      card?.name,
      owner.fullName,
      owner.jobTitle,
      owner.company,
      ...listDays(facts),
      whenWords(VOICES[language], language, facts),
      company && DOMAIN_NAME.test(company) ? company : null,
    ].filter(isText),
    // An imported file may have set the place and the event.
    quoted: [fullName, jobTitle, company, note, place, event].filter(isText),
    named: [fullName, jobTitle, company, place, event].filter(isText),
    recipient: fullName,
  };
}

/**
 * The facts for the built-in composer: without texts of strangers that lead somewhere or give orders. Their message may:
 * it is thanked for, never quoted.
 */
export function removeLures(facts: FollowUpFacts): FollowUpFacts {
  const leads = (text: string) => leadsSomewhere(text.toLowerCase());
  const unless = (text: string | null | undefined, isLure: (text: string) => boolean) =>
    text && !isLure(text) && !mentionsMachines(text) ? text : null;
  const orNull = (text: string | null) => unless(text, (one) => leads(one) && !DOMAIN_NAME.test(one));
  return {
    ...facts,
    jobTitle: orNull(facts.jobTitle),
    company: orNull(facts.company),
    place: unless(facts.place, leads),
    event: unless(facts.event, leads),
  };
}
