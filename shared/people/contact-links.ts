import { endpoint } from '#shared/contract/api.ts';
import { id, line, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { contactOperation } from './contact-operations.ts';
import { contact } from './contacts.ts';

/**
 * Automatic updates between contacts: somebody who shared their details from an account of their own offers it, the
 * contact's owner accepts it, and from then on hears of changes to the card and decides on each.
 */

/** The fields of a contact that are compared with the card, in the order in which they are shown. */
export const FOLLOWED_NAMES = ['fullName', 'email', 'phone', 'company', 'jobTitle', 'website'] as const;
export type FollowedName = (typeof FOLLOWED_NAMES)[number];

/** Edits of a card are told of once none has followed for this long. */
export const SETTLED_MS = 60_000;

const followedName = z.enum(FOLLOWED_NAMES);

export const contactLink = z.object({
  id,
  /** `refused`: the owner said no, or ended it; the sender's offer stands. */
  state: z.enum(['offered', 'linked', 'refused']),
  /** The name on the card; null while the card is not public. */
  name: z.string().nullable(),
  cardId: id.nullable(),
  /** Of the account whose card it is: anyone can type a name on a card. Null while the card is not public. */
  username: z.string().nullable(),
  /** True if the card has the contact's name and one of its addresses. */
  isAlike: z.boolean(),
  /** The card's new values that the contact lacks, unless they were decided on; "" is nothing. */
  changes: z.array(z.object({ field: followedName, from: z.string(), to: z.string() })),
});
export type ContactLink = z.output<typeof contactLink>;
export type LinkChange = ContactLink['changes'][number];

/** A contact whose sender has something new for its owner: an offer, or changes on their card. */
export const contactNews = z.object({
  contactId: id,
  fullName: z.string(),
  kind: z.enum(['offer', 'changes']),
});
export type ContactNews = z.output<typeof contactNews>;

const said = z.partialRecord(followedName, line(2_000)).default({});
/** The owner's decisions; each value is the one that they saw, so that nothing else is taken over. */
export const linkDecision = z
  .object({ accepted: said, declined: said })
  .refine(({ accepted, declined }) => !Object.keys(accepted).some((name) => name in declined), {
    message: 'A field is either accepted or declined',
  });
export type LinkDecision = z.output<typeof linkDecision>;

/** The owner's agreement: the card that they were shown. */
export const linkAcceptance = z.object({ cardId: id });
export type LinkAcceptance = z.output<typeof linkAcceptance>;

/** Somebody who has the requester's details, as the requester sees it. */
export const givenLink = z.object({
  id,
  /** The name on the card at which the details were left; null while that card is not public. */
  ownerName: z.string().nullable(),
  /** `offered`: they have not accepted it. `ended`: they had, and no longer want to. */
  state: z.enum(['known', 'offered', 'linked', 'ended']),
  /** The requester's card that they follow, or were offered. */
  cardId: id.nullable(),
  sharedAt: moment,
});
export type GivenLink = z.output<typeof givenLink>;

export const linkOffer = z.object({
  /** One of the requester's own cards; if left out, the featured one, else the newest. */
  cardId: id.optional(),
});
export type LinkOffer = z.output<typeof linkOffer>;

const params = z.object({ id });

export const contactLinkEndpoints = {
  list: endpoint('GET', '/api/contacts/{id}/links', {
    summary: 'Whose card a contact gets updates from, or could, and what is new on it',
    who: 'user',
    params,
    returns: z.array(contactLink),
  }),
  news: endpoint('GET', '/api/contacts/links/news', {
    summary: 'Contacts with an offer or with new details; pages may be empty',
    who: 'user',
    query: pageQuery,
    returns: z.array(contactNews),
    paged: true,
    limit: 'list',
  }),
  accept: endpoint('POST', '/api/contacts/links/{id}/accept', {
    summary: "Update a contact from its sender's card, as the sender offered",
    who: 'user',
    params,
    body: linkAcceptance,
    returns: contactLink,
    limit: 'contactWrite',
  }),
  refuse: endpoint('POST', '/api/contacts/links/{id}/refuse', {
    summary: 'Say no to such an offer, or end it',
    who: 'user',
    params,
    returns: contactLink,
    limit: 'contactWrite',
  }),
  decide: endpoint('POST', '/api/contacts/links/{id}/changes', {
    summary: 'Take over some of what is new on the card, and decline some',
    who: 'user',
    params,
    body: linkDecision,
    returns: z.object({ contact, operation: contactOperation }),
    limit: 'contactWrite',
  }),
  listGiven: endpoint('GET', '/api/contacts/links/given', {
    summary: "Who has the requester's details and could get updates from their card, newest first",
    who: 'user',
    query: pageQuery,
    returns: z.array(givenLink),
    paged: true,
    limit: 'list',
  }),
  offer: endpoint('PUT', '/api/contacts/links/{id}/offer', {
    summary: "Offer someone updates from one of the requester's cards; another one is asked about anew",
    who: 'user',
    params,
    body: linkOffer,
    returns: givenLink,
    limit: 'contactWrite',
  }),
  takeBack: endpoint('DELETE', '/api/contacts/links/{id}/offer', {
    summary: 'Take such an offer back, which ends what came of it',
    who: 'user',
    params,
    returns: givenLink,
    limit: 'contactWrite',
  }),
};
