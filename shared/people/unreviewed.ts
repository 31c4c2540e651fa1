import { endpoint } from '#shared/contract/api.ts';
import { outputsOf } from '#shared/contract/field-schemas.ts';
import { count, email, id, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { asMoment } from './contact-details.ts';
import { SENT_FIELDS } from './contact-fields.ts';
import { answers } from './lead-schemas.ts';

/** Contacts and leads waiting for their owner's review, and the senders that the owner blocks. */

export const submission = z
  .object({
    id,
    kind: z.enum(['contact', 'lead']),
    /** `busy`: more arrived within an hour than people send; `honeypot`, `quick`: the form was filled in as bots do. */
    reason: z.enum(['busy', 'honeypot', 'quick']),
    /** The owner's contacts were full: it waits for that reason, too. */
    isOverQuota: z.boolean(),
    cardName: z.string(),
    ...outputsOf(SENT_FIELDS),
    /** The phone number in E.164 format, if it could be parsed. */
    phoneE164: z.string().nullable(),
    /** Of a lead: what was answered to the card's own questions. */
    customFields: answers,
    createdAt: moment,
  })
  .meta({ id: 'Submission' });
export type Submission = z.output<typeof submission>;

/** How many ids one request may name. */
export const CHOICE_MAX = 500;

const ids = z.array(id).max(CHOICE_MAX);

/** Selects submissions waiting for review: some by id, or all that had arrived at a moment, with exceptions. */
export const choice = z
  .object({
    ids: ids.min(1).optional(),
    asOf: asMoment.optional(),
    except: ids.optional(),
  })
  .refine(({ ids: named, asOf }) => (named === undefined) !== (asOf === undefined), {
    path: ['ids'],
    message: 'Name some by their ids, or all with asOf',
  })
  .meta({ id: 'SubmissionChoice' });
export type Choice = z.output<typeof choice>;

/** The number of decided submissions, and the id for undoing them. */
const reviewed = z.object({ count, review: id }).meta({ id: 'Review' });
export type Reviewed = z.output<typeof reviewed>;

export const block = z
  .object({
    id,
    kind: z.enum(['sender', 'address']),
    /** The sender's email address; for a network address, which is not stored, the name of a sender who used it. */
    label: z.string(),
    createdAt: moment,
    /** Network addresses change hands, so their blocks expire. */
    endsAt: moment.nullable(),
  })
  .meta({ id: 'Block' });
export type Block = z.output<typeof block>;

const byId = z.object({ id });

export const unreviewedEndpoints = {
  list: endpoint('GET', '/api/contacts/unreviewed', {
    summary: 'Contacts and leads that wait to be reviewed, newest first',
    who: 'user',
    account: 'query',
    query: pageQuery,
    returns: z.array(submission),
    paged: true,
    limit: 'list',
  }),
  count: endpoint('GET', '/api/contacts/unreviewed/count', {
    summary: 'How many contacts and leads wait to be reviewed',
    who: 'user',
    account: 'query',
    returns: z.object({ count }),
  }),
  keep: endpoint('POST', '/api/contacts/unreviewed/keep', {
    summary: 'Move what waits into the contacts and leads',
    who: 'user',
    account: 'query',
    body: choice,
    returns: reviewed,
    limit: 'contactWrite',
  }),
  delete: endpoint('POST', '/api/contacts/unreviewed/delete', {
    summary: 'Delete what waits',
    who: 'user',
    account: 'query',
    body: choice,
    returns: reviewed,
    limit: 'contactWrite',
  }),
  report: endpoint('POST', '/api/contacts/unreviewed/report', {
    summary: 'Delete what waits as spam, with all that waits from the same senders, and block these',
    who: 'user',
    account: 'query',
    body: choice,
    returns: reviewed,
    limit: 'contactWrite',
  }),
  blockAddress: endpoint('POST', '/api/contacts/unreviewed/{id}/block-address', {
    summary: 'Block the network address this came from, and delete all that waits from there',
    who: 'user',
    account: 'query',
    params: byId,
    returns: reviewed,
    limit: 'contactWrite',
  }),
  undo: endpoint('POST', '/api/contacts/unreviewed/undo', {
    summary: 'Undo a review: what it kept or deleted waits again, whom it blocked is no longer',
    who: 'user',
    account: 'query',
    body: z.object({ review: id }),
    returns: z.object({ count }),
    limit: 'contactWrite',
  }),
  listBlocks: endpoint('GET', '/api/contacts/blocks', {
    summary: 'Blocked senders and addresses, newest first',
    who: 'user',
    account: 'query',
    query: pageQuery,
    returns: z.array(block),
    paged: true,
    limit: 'list',
  }),
  block: endpoint('POST', '/api/contacts/blocks', {
    summary: 'Block a sender by their email address; again, answers the same block',
    who: 'user',
    account: 'query',
    body: z.object({ email: email() }),
    returns: block,
    limit: 'contactWrite',
  }),
  unblock: endpoint('DELETE', '/api/contacts/blocks/{id}', {
    summary: 'Unblock a sender or an address',
    who: 'user',
    account: 'query',
    params: byId,
    returns: z.object({ id }),
    limit: 'contactWrite',
  }),
};
