import { endpoint } from '#shared/contract/api.ts';
import { TEXT_MAX } from '#shared/contract/constants.ts';
import { email, id, line, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { INVITES_AT_ONCE } from './limits.ts';

/** Cards that a team prepares for people, the invites that are mailed for them, and claiming a card by its invite. */

/** Prepared and not opened by anyone yet; sent by mail; its page opened; claimed by an account. */
export const INVITE_STATES = ['prepared', 'sent', 'opened', 'claimed', 'expired'] as const;

export const invite = z
  .object({
    id,
    email: z.string(),
    fullName: z.string(),
    cardId: id,
    /** Somebody holds the card: not yet, or no longer, if false. */
    isHeld: z.boolean(),
    /** Who does. */
    holderId: id.nullable(),
    role: z.enum(['admin', 'member']),
    state: z.enum(INVITE_STATES),
    /** Why no mail was sent, in a sentence; null if one was. */
    problem: z.string().nullable(),
    /** True while the mail waits because the team has sent as many as it may a day. */
    isWaiting: z.boolean(),
    /** From when it may be sent again, while that is still to come. */
    sendableAt: moment.nullable(),
    invitedBy: z.string(),
    /** The confirmed address of somebody else who has the link, and asks to be invited there; null if nobody did. */
    askedEmail: z.string().nullable(),
    createdAt: moment,
    expiresAt: moment,
  })
  .meta({ id: 'Invite' });
export type Invite = z.output<typeof invite>;

export const invited = z.object({
  email: email(),
  fullName: line(100).refine((name) => name !== '', 'Enter a name.'),
  jobTitle: line(100).optional(),
  phone: line(TEXT_MAX.phone).optional(),
  role: z.enum(['admin', 'member']).default('member'),
});
export type Invited = z.output<typeof invited>;

/**
 * The details that a new holder puts on a card that was somebody else's before it is public again; left out for a card that was
 * prepared for them.
 */
export const claimBody = z
  .object({
    details: z
      .object({
        fullName: line(100).refine((name) => name !== '', 'Enter your name.'),
        jobTitle: line(100).nullable().default(null),
        primaryEmail: email().nullable().default(null),
        primaryPhone: line(TEXT_MAX.phone).nullable().default(null),
      })
      .optional(),
  })
  .default({});
export type ClaimBody = z.output<typeof claimBody>;

/** An invite, as its page shows it to whoever has the link. */
export const claimOffer = z
  .object({
    teamName: z.string(),
    invitedBy: z.string(),
    /** The invited address, of which strangers see the first letter and the domain. */
    email: z.string(),
    fullName: z.string(),
    /** The card was somebody else's: the new holder gives their own details as they claim it. */
    isHandedOver: z.boolean(),
    /** `revoked`: whoever invited may not invite any more, or the card was deleted. Of an invite that is gone, the answer is 404. `barred`: the team can't give out more cards now. */
    state: z.enum(['open', 'claimed', 'expired', 'revoked', 'barred']),
    /** True if the requester may claim it now. */
    isYours: z.boolean(),
    /** True if the requester has claimed it, and holds it. */
    isHeld: z.boolean(),
    /** Why not, in a sentence; null if they may, or if they only have to sign in or register. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'ClaimOffer' });
export type ClaimOffer = z.output<typeof claimOffer>;

/** A card that waits for the requester. */
export const waitingCard = z
  .object({
    inviteId: id,
    cardId: id,
    fullName: z.string(),
    email: z.string(),
    invitedBy: z.string(),
    /** Why it can't be claimed now, in a sentence; null if it can. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'WaitingCard' });
export type WaitingCard = z.output<typeof waitingCard>;

const params = z.object({ id });
const inviteParams = z.object({ id, inviteId: id });
const claimParams = z.object({ id, token: z.string().regex(/^[\w-]{20,100}$/) });

export const claimEndpoints = {
  prepare: endpoint('POST', '/api/teams/{id}/invites', {
    summary: 'Prepare a card for each of up to 50 people, and invite them to claim it',
    who: 'user',
    account: 'path',
    params,
    body: z.object({ people: z.array(invited).min(1).max(INVITES_AT_ONCE) }),
    limit: 'accountWrite',
    returns: z.array(invite),
  }),
  list: endpoint('GET', '/api/teams/{id}/invites', {
    summary: 'The cards prepared for people, newest first, with the state of each invite',
    who: 'user',
    account: 'path',
    params,
    query: pageQuery,
    limit: 'list',
    paged: true,
    returns: z.array(invite),
  }),
  resend: endpoint('POST', '/api/teams/{id}/invites/{inviteId}/resend', {
    summary: 'Send an invite again, good for seven days from now; the link sent before ends',
    who: 'user',
    account: 'path',
    params: inviteParams,
    limit: 'accountWrite',
    returns: invite,
  }),
  revoke: endpoint('DELETE', '/api/teams/{id}/invites/{inviteId}', {
    summary: 'Revoke an invite that nobody has claimed, with the card that was prepared',
    who: 'user',
    account: 'path',
    params: inviteParams,
    limit: 'accountWrite',
    returns: z.object({ id }),
  }),
  show: endpoint('GET', '/api/teams/{id}/claims/{token}', {
    summary: 'The card that somebody was invited to claim',
    who: 'anyone',
    hasEffect: true,
    params: claimParams,
    limit: 'mailedPage',
    returns: claimOffer,
  }),
  accept: endpoint('POST', '/api/teams/{id}/claims/{token}', {
    summary: 'Claim the card and join the team; needs an account whose confirmed address is the invited one',
    who: 'user',
    params: claimParams,
    body: claimBody,
    limit: 'accountWrite',
    returns: z.object({ teamId: id, cardId: id }),
  }),
  ask: endpoint('POST', '/api/teams/{id}/claims/{token}/ask', {
    summary: 'Ask the team for an invite to your own address instead',
    who: 'user',
    params: claimParams,
    limit: 'accountWrite',
    returns: z.object({ isAsked: z.literal(true) }),
  }),
  refuse: endpoint('POST', '/api/teams/{id}/claims/{token}/refuse', {
    summary: 'End the invite, and never be mailed by teams at this address again',
    who: 'anyone',
    params: claimParams,
    limit: 'mailedPage',
    returns: z.object({ isRefused: z.literal(true) }),
  }),
  waiting: endpoint('GET', '/api/teams/{id}/waiting', {
    summary: 'Cards of a team that wait for you to claim them',
    who: 'user',
    account: 'path',
    params,
    limit: 'list',
    returns: z.array(waitingCard),
  }),
  claimWaiting: endpoint('POST', '/api/teams/{id}/waiting/{inviteId}', {
    summary: 'Claim a card that waits for you, without the link in the mail',
    who: 'user',
    account: 'path',
    params: inviteParams,
    body: claimBody,
    limit: 'accountWrite',
    returns: z.object({ teamId: id, cardId: id }),
  }),
};
