import { endpoint } from '#shared/contract/api.ts';
import { id, line, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** Messages to send to a contact after meeting them. Nothing is ever sent from here: the owner copies what they like. */

export const FOLLOW_UP_TYPES = ['email', 'message'] as const;
export const FOLLOW_UP_TONES = ['professional', 'friendly', 'casual'] as const;
export const FOLLOW_UP_LENGTHS = ['short', 'medium', 'long'] as const;
/** Languages in which suggestions are written, as ISO 639-1 codes. */
export const FOLLOW_UP_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const;
export type FollowUpLength = (typeof FOLLOW_UP_LENGTHS)[number];
export type FollowUpTone = (typeof FOLLOW_UP_TONES)[number];
export type FollowUpLanguage = (typeof FOLLOW_UP_LANGUAGES)[number];

/** How long the owner's own line of what they want to say may be, in characters. */
export const FOLLOW_UP_LINE_MAX = 300;

export const suggestion = z
  .object({
    type: z.enum(FOLLOW_UP_TYPES),
    tone: z.enum(FOLLOW_UP_TONES),
    /** Of an email; a message has none. */
    subject: z.string().optional(),
    message: z.string(),
    language: z.enum(FOLLOW_UP_LANGUAGES),
    /** Who wrote the text: a language model, or the composer built into this server. */
    writtenBy: z.enum(['model', 'composer']),
    /** The facts that the text mentions, each with a label in English: `{ label: 'Company', value: 'Acme' }`. */
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  })
  .meta({ id: 'Suggestion' });
export type Suggestion = z.output<typeof suggestion>;
export type SuggestionFact = Suggestion['facts'][number];

/** The owner's wishes for suggestions; whatever is left out is chosen for them. */
export const followUpWish = z.object({
  /** All suggestions in this tone, instead of one in each. */
  tone: z.enum(FOLLOW_UP_TONES).optional(),
  length: z.enum(FOLLOW_UP_LENGTHS).optional(),
  /** The contact's language is guessed if left out. */
  language: z.enum(FOLLOW_UP_LANGUAGES).optional(),
  /** The owner's point, in their own words. Links, numbers and dates in it may appear in the suggestions. */
  line: line(FOLLOW_UP_LINE_MAX).optional(),
});
export type FollowUpWish = z.output<typeof followUpWish>;

/** `fresh` asks for other suggestions than those kept for this contact and wish, and replaces them. */
export const followUpRequest = followUpWish
  .extend({ fresh: z.boolean().optional() })
  .meta({ id: 'FollowUpRequest' });

/**
 * The events for a client that accepts `text/event-stream`, each of this name with JSON as its data: a
 * `suggestion` as soon as it has passed all checks, then one `done`. After an `error`, which has the body of a refusal,
 * nothing follows.
 */
export const followUpsDone = z.object({
  writtenBy: suggestion.shape.writtenBy,
  /** Why the built-in composer stepped in for the language model, as a sentence for the owner; null if it did not. */
  reason: z.string().nullable(),
});
export type FollowUpsDone = z.output<typeof followUpsDone>;

/** How the owner wrote to a contact: what they pressed. */
export const FOLLOW_UP_WAYS = ['mail', 'message', 'whatsapp', 'copy'] as const;

const when = z.iso.datetime({ offset: true, message: 'Send a moment as 2026-05-13T15:00:00Z' });

export const followUpNote = z.object({
  way: z.enum(FOLLOW_UP_WAYS).optional(),
  /** When it was: now if left out. The moment of an earlier follow-up, or null for none, takes back later ones. */
  at: when.nullable().optional(),
  /**
   * The latest follow-up that the sender knows of, or null for none: if another one is the latest now, nothing changes,
   * and the answer says what stands. Apps of earlier releases leave it out (docs/decisions/370).
   */
  latest: when.nullable().optional(),
});

export const followedUp = z.object({
  id,
  followedUpAt: moment.nullable(),
  /** The value until now: sent as `at`, it undoes this. */
  before: moment.nullable(),
});

const params = z.object({ id });

export const followUpEndpoints = {
  suggest: endpoint('GET', '/api/contacts/{id}/followup-suggestions', {
    summary: 'Follow-up messages for a contact, from the facts on file: at least two emails and a message',
    who: 'user',
    account: 'query',
    params,
    returns: z.array(suggestion),
    // It may ask a language model.
    hasEffect: true,
    isStreamed: true,
    limit: 'followUps',
  }),
  suggestAsWished: endpoint('POST', '/api/contacts/{id}/followup-suggestions', {
    summary: 'Follow-up messages as the owner wishes; as text/event-stream, each one once it is checked',
    who: 'user',
    account: 'query',
    params,
    body: followUpRequest,
    returns: z.array(suggestion),
    isStreamed: true,
    limit: 'followUps',
  }),
  noteFollowUp: endpoint('POST', '/api/contacts/{id}/followed-up', {
    summary: 'Note that a contact was written to, or take that back',
    who: 'user',
    account: 'query',
    params,
    body: followUpNote,
    returns: followedUp,
    limit: 'contactWrite',
  }),
};
