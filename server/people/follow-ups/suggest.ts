import { and, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contacts } from '#server/db/schema/people.ts';
import { describeError } from '#server/infra/describe-error.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { type StreamedEvent, sendEvents } from '#server/infra/http/event-stream.ts';
import type { FileBody, HandlerInput } from '#server/infra/http/serve.ts';
import { NO_ANSWER, NoModelAnswer } from '#server/messages/model/models.ts';
import { composeFollowUps } from '#server/people/follow-ups/composer/compose.ts';
import { readFacts } from '#server/people/follow-ups/facts.ts';
import { languageOfText } from '#server/people/follow-ups/guess-language.ts';
import { hashKey, keepSuggestions, readKept } from '#server/people/follow-ups/kept.ts';
import { rememberLanguage } from '#server/people/follow-ups/note-follow-up.ts';
import { chooseKinds } from '#server/people/follow-ups/prompt.ts';
import { removeLures, writeByModel } from '#server/people/follow-ups/write.ts';
import { AppError } from '#shared/contract/errors.ts';
import { z } from '#shared/contract/zod.ts';
import {
  type FollowUpsDone,
  type FollowUpWish,
  followUpEndpoints,
  followUpsDone,
  type Suggestion,
  suggestion,
} from '#shared/people/follow-ups.ts';

/** Suggests messages to one of the requester's contacts. Nothing is sent: the owner copies what they like. */

/** Refuses before the body is read. */
export async function requireContact(ctx: UserContext, params: unknown): Promise<void> {
  // Not parsed yet: PostgreSQL refuses NUL.
  const parsed = followUpEndpoints.suggestAsWished.params.safeParse(params);
  if (!parsed.success) throw notFound('contact');
  const { id } = parsed.data;
  const [contact] = await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.id, id), whereCan(ctx, 'see', 'contact')));
  if (!contact) throw notFound('contact');
}

interface Asked {
  contactId: string;
  wish: FollowUpWish;
  isFresh: boolean;
  gone: AbortSignal;
}

/**
 * Each suggestion as soon as it may be seen; returns who wrote them. The model is asked for all in one request and not
 * streamed: nothing is shown before it is checked, and endpoints differ most in how they stream.
 */
async function* writeSuggestions(
  ctx: UserContext,
  { contactId, wish, isFresh, gone }: Asked,
): AsyncGenerator<Suggestion, FollowUpsDone> {
  const found = await readFacts(ctx, contactId);
  // Unless the owner chose a language, the letter is in that of their own line.
  const facts = { ...found, language: (wish.line && languageOfText(wish.line)) || found.language };
  // Also for a contact of a team: a person who turned AI off sends it nothing.
  const model = ctx.user.usesLanguageModel ? ctx.models.model : null;
  const key = hashKey(facts, wish, model, ctx.account.kind === 'team' ? ctx.user.id : undefined);
  const kept = await readKept(ctx.db, key);
  const variant = kept.variant + (isFresh ? 1 : 0);
  if (kept.suggestions && model && !isFresh) {
    yield* kept.suggestions;
    return { writtenBy: 'model', reason: null };
  }
  const composed = composeFollowUps(removeLures(facts), { ...wish, turn: variant });
  if (!model) {
    if (isFresh) await keepSuggestions(ctx.db, key, { variant, suggestions: null });
    yield* composed;
    return { writtenBy: 'composer', reason: null };
  }
  const earlier = isFresh ? (kept.suggestions ?? []).map(({ message }) => message) : [];
  const language = wish.language ?? facts.language;
  const all: (Suggestion | undefined)[] = chooseKinds(wish).map(() => undefined);
  let trouble: string | null = null;
  try {
    for await (const { index, suggestion: one } of writeByModel(
      ctx,
      facts,
      { ...wish, language },
      { earlier, gone },
    )) {
      all[index] = one;
      yield one;
    }
  } catch (error) {
    if (!(error instanceof NoModelAnswer)) throw error;
    ctx.log.warn(
      { error: (error.cause as Error | undefined)?.message ?? error.message },
      'No suggestions by the model',
    );
    trouble = error.message;
  }
  const isByModel = all.some(Boolean);
  const complete = all.map((one, index) => one ?? composed[index]).filter((one) => one !== undefined);
  yield* complete.filter((one) => one.writtenBy === 'composer');
  if (isByModel) await keepSuggestions(ctx.db, key, { variant, suggestions: complete });
  // Or else the next ones would be these again; what the model wrote before stays.
  else if (isFresh) await keepSuggestions(ctx.db, key, { variant });
  return {
    writtenBy: isByModel ? 'model' : 'composer',
    reason: all.every(Boolean) ? null : explainComposed(trouble, isByModel),
  };
}

const explainComposed = (trouble: string | null, isByModel: boolean) =>
  isByModel
    ? `${trouble ?? 'Some AI drafts couldn’t be used.'} The rest came from templates.`
    : `${trouble ?? NO_ANSWER.unusable} These drafts came from templates instead.`;

/** All at once: emails before messages. */
async function collectSuggestions(ctx: UserContext, asked: Asked): Promise<Suggestion[]> {
  const suggestions: Suggestion[] = [];
  try {
    for await (const one of writeSuggestions(ctx, asked)) suggestions.push(one);
  } catch (error) {
    if (!asked.gone.aborted) throw error;
    // Nobody reads it.
    throw new AppError('bad_request', 'The request was cancelled.');
  }
  const places = chooseKinds(asked.wish);
  const placeOf = ({ type, tone }: Suggestion) =>
    places.findIndex((one) => one.type === type && one.tone === tone);
  return suggestions.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export async function suggestFollowUps(ctx: UserContext, { params }: ById): Promise<FileBody> {
  await requireContact(ctx, params);
  return answerSuggestions(ctx, { contactId: params.id, wish: {}, isFresh: false });
}

export async function suggestAsWished(
  ctx: UserContext,
  { params, body }: HandlerInput<typeof followUpEndpoints.suggestAsWished>,
): Promise<FileBody> {
  const { fresh: isFresh = false, ...wish } = body;
  if (wish.language) await rememberLanguage(ctx, params.id, wish.language);
  return answerSuggestions(ctx, { contactId: params.id, wish, isFresh });
}

/** One by one if the client accepts events, otherwise all together. */
async function answerSuggestions(ctx: UserContext, asked: Omit<Asked, 'gone'>): Promise<FileBody> {
  const isStream = /\btext\/event-stream\b/i.test(ctx.requester.header('accept') ?? '');
  if (isStream)
    return sendEvents((gone) => toEvents(writeSuggestions(ctx, { ...asked, gone })), failureOf(ctx));
  const suggestions = await collectSuggestions(ctx, { ...asked, gone: ctx.whenGone() });
  return {
    body: JSON.stringify(z.array(suggestion).parse(suggestions)),
    type: 'application/json; charset=utf-8',
  };
}

async function* toEvents(written: AsyncGenerator<Suggestion, FollowUpsDone>): AsyncGenerator<StreamedEvent> {
  let next = await written.next();
  for (; !next.done; next = await written.next()) {
    yield { event: 'suggestion', data: suggestion.parse(next.value) };
  }
  yield { event: 'done', data: followUpsDone.parse(next.value) };
}

/** The event after which nothing follows. */
const failureOf = (ctx: UserContext) => (error: unknown) => {
  if (!(error instanceof AppError)) ctx.log.error({ error: describeError(error) }, 'Suggestions failed');
  const refusal =
    error instanceof AppError
      ? error
      : new AppError('internal', 'Failed to generate suggestions. Please try again.');
  return { event: 'error', data: refusal.toBody() };
};
