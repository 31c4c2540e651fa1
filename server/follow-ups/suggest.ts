import { and, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contacts } from '#server/db/schema.ts';
import { composeFollowUps } from '#server/follow-ups/composer/compose.ts';
import { readFacts } from '#server/follow-ups/facts.ts';
import { rememberLanguage } from '#server/follow-ups/note-follow-up.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { type ServerEvent, sendEvents } from '#server/infra/http/event-stream.ts';
import type { FileBody, Input } from '#server/infra/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import {
  type FollowUpsDone,
  type FollowUpWish,
  type followUpEndpoints,
  followUpsDone,
  type Suggestion,
  suggestion,
} from '#shared/follow-ups.ts';
import { z } from '#shared/zod.ts';

/** Suggests messages to one of the requester's contacts. Nothing is sent: the owner copies what they like. */

/** Refuses before the body is read. */
export async function requireContact(ctx: UserContext, params: unknown): Promise<void> {
  const { id } = params as { id: string };
  const [contact] = await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.id, id), whereCan(ctx, 'see', 'contact')));
  if (!contact) throw notFound('contact');
}

/** Each suggestion as soon as it may be seen; returns who wrote them. */
async function* write(
  ctx: UserContext,
  contactId: string,
  wish: FollowUpWish,
): AsyncGenerator<Suggestion, FollowUpsDone> {
  const facts = await readFacts(ctx, contactId);
  yield* composeFollowUps(facts, wish);
  return { writtenBy: 'composer', reason: null };
}

async function collect(written: AsyncGenerator<Suggestion, unknown>): Promise<Suggestion[]> {
  const suggestions: Suggestion[] = [];
  for await (const one of written) suggestions.push(one);
  return suggestions;
}

export const suggestFollowUps = (ctx: UserContext, { params }: ById): Promise<Suggestion[]> =>
  collect(write(ctx, params.id, {}));

export async function suggestAsWished(
  ctx: UserContext,
  { params, body }: Input<typeof followUpEndpoints.suggestAsWished>,
): Promise<FileBody> {
  const { fresh: _fresh, ...wish } = body;
  if (wish.language) await rememberLanguage(ctx, params.id, wish.language);
  const isStream = /\btext\/event-stream\b/i.test(ctx.requester.header('accept') ?? '');
  if (isStream) return sendEvents(() => toEvents(write(ctx, params.id, wish)), failureOf(ctx));
  const suggestions = await collect(write(ctx, params.id, wish));
  return {
    body: JSON.stringify(z.array(suggestion).parse(suggestions)),
    type: 'application/json; charset=utf-8',
  };
}

async function* toEvents(written: AsyncGenerator<Suggestion, FollowUpsDone>): AsyncGenerator<ServerEvent> {
  let next = await written.next();
  for (; !next.done; next = await written.next()) {
    yield { event: 'suggestion', data: suggestion.parse(next.value) };
  }
  yield { event: 'done', data: followUpsDone.parse(next.value) };
}

/** The event after which nothing follows. */
const failureOf = (ctx: UserContext) => (error: unknown) => {
  if (!(error instanceof AppError)) ctx.log.error({ error }, 'Suggestions failed');
  const refusal =
    error instanceof AppError
      ? error
      : new AppError('internal', 'Failed to generate suggestions. Please try again.');
  return { event: 'error', data: refusal.toBody() };
};
