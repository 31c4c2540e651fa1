import { endpoint } from '#shared/contract/api.ts';
import { cleanText, count, hexColor, id, line, moment } from '#shared/contract/fields.ts';
import { toHref } from '#shared/contract/links.ts';
import { isElsewhere, isOwnMedia } from '#shared/contract/media-urls.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { INVITES_AT_ONCE } from './limits.ts';
import { TEAM_ROLES } from './roles.ts';
import { successorChoice } from './successor-choice.ts';

/** Teams: what a team is, who is in it and in which part. */

export const TEAM_NAME_MAX = 100;
/** Teams that one person may own. */
export const TEAMS_OWNED_MAX = 10;

const teamName = line(TEAM_NAME_MAX).refine((name) => name !== '', 'Enter the team’s name.');
/** An uploaded picture, or one on another site; null or empty text: none. */
const logo = z
  .string()
  .max(2_000)
  .overwrite(cleanText)
  .refine(
    (value) => value === '' || isOwnMedia(value) || (isElsewhere(value) && toHref(value) !== null),
    'Upload a picture, or paste a web address that starts with https://',
  )
  .transform((value) => value || null)
  .nullable();

export const team = z
  .object({
    id,
    name: z.string(),
    /** The team's name in addresses, of the one namespace of usernames. */
    username: z.string(),
    plan: z.string(),
    logo: z.string().nullable(),
    primaryColor: z.string(),
    /** The requester's part in it. */
    role: z.enum(TEAM_ROLES),
    memberCount: count,
    /** Members may export the contacts of the cards they hold. */
    membersMayExport: z.boolean(),
    /** Team admins without two-step verification may only what members may. */
    adminsNeedTwoStep: z.boolean(),
    /** True for a team admin who has to turn it on first. */
    isResting: z.boolean(),
    /** Set while an administrator of the platform has suspended it: nothing in it can be changed. */
    suspendedAt: moment.nullable(),
    /** Their message to its people. */
    suspensionMessage: z.string().nullable(),
    /** Set while the team waits to be deleted for good. */
    deletedAt: moment.nullable(),
    /** Who was asked to become the owner, while they have not answered. */
    offeredTo: z.object({ userId: id, fullName: z.string() }).nullable(),
    createdAt: moment,
  })
  .meta({ id: 'Team' });
export type Team = z.output<typeof team>;

export const newTeam = z.object({
  name: teamName,
  logo: logo.optional(),
  primaryColor: hexColor().optional(),
});
export type NewTeam = z.output<typeof newTeam>;

export const teamChanges = newTeam
  .extend({ membersMayExport: z.boolean(), adminsNeedTwoStep: z.boolean() })
  .partial();
export type TeamChanges = z.output<typeof teamChanges>;

export const teamMember = z
  .object({
    userId: id,
    fullName: z.string(),
    /** "" for members, who do not run the team. */
    email: z.string(),
    role: z.enum(TEAM_ROLES),
    joinedAt: moment,
    /** Cards of the team that they hold. */
    cardCount: count,
    isYou: z.boolean(),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.output<typeof teamMember>;

const params = z.object({ id });
const memberParams = z.object({ id, userId: id.brand<'PersonId'>() });

const removal = z
  .object({
    /** Those of the cards they hold that go to somebody else in the same moment; the others stay without a holder. */
    cards: z
      .array(successorChoice.extend({ cardId: id }))
      .max(INVITES_AT_ONCE)
      .default([]),
  })
  .prefault({});
export type Removal = z.output<typeof removal>;

export const teamEndpoints = {
  list: endpoint('GET', '/api/teams', {
    summary: 'The teams that you are in',
    who: 'user',
    returns: z.array(team),
  }),
  create: endpoint('POST', '/api/teams', {
    summary: 'Create a team, and become its owner; needs a confirmed email address',
    who: 'user',
    body: newTeam,
    limit: 'accountWrite',
    returns: team,
  }),
  get: endpoint('GET', '/api/teams/{id}', {
    summary: 'A team that you are in',
    who: 'user',
    account: 'path',
    whileDeleted: true,
    params,
    returns: team,
  }),
  change: endpoint('PATCH', '/api/teams/{id}', {
    summary:
      'Change a team’s name, its look, if members may export, or if its admins need two-step verification',
    who: 'user',
    account: 'path',
    params,
    body: teamChanges,
    limit: 'accountWrite',
    returns: team,
  }),
  delete: endpoint('DELETE', '/api/teams/{id}', {
    summary: 'Delete a team, which its owner may restore for 30 days; name it to confirm',
    who: 'user',
    account: 'path',
    whileSuspended: true,
    params,
    body: z.object({ name: line(TEAM_NAME_MAX) }),
    limit: 'accountWrite',
    returns: team,
  }),
  restore: endpoint('POST', '/api/teams/{id}/restore', {
    summary: 'Restore a deleted team, within 30 days',
    who: 'user',
    account: 'path',
    whileDeleted: true,
    params,
    limit: 'accountWrite',
    returns: team,
  }),
  members: endpoint('GET', '/api/teams/{id}/members', {
    summary: 'The people in a team, those who joined first at the top',
    who: 'user',
    account: 'path',
    params,
    query: pageQuery,
    limit: 'list',
    paged: true,
    returns: z.array(teamMember),
  }),
  changeMember: endpoint('PATCH', '/api/teams/{id}/members/{userId}', {
    summary: 'Make a member a team admin, or a team admin a member',
    who: 'user',
    account: 'path',
    params: memberParams,
    body: z.object({ role: z.enum(['admin', 'member']) }),
    limit: 'accountWrite',
    returns: teamMember,
  }),
  removeMember: endpoint('DELETE', '/api/teams/{id}/members/{userId}', {
    summary: 'Remove somebody from a team, or leave it; the cards they held stay with the team',
    who: 'user',
    account: 'path',
    params: memberParams,
    body: removal,
    limit: 'accountWrite',
    returns: z.object({ userId: id }),
  }),
  offer: endpoint('POST', '/api/teams/{id}/handover', {
    summary: 'Ask another member to become the owner; needs proof of who you are',
    who: 'user',
    account: 'path',
    params,
    body: z.object({ userId: id.brand<'PersonId'>() }),
    limit: 'accountWrite',
    returns: team,
  }),
  withdrawOffer: endpoint('DELETE', '/api/teams/{id}/handover', {
    summary: 'Withdraw the offer, or decline it',
    who: 'user',
    account: 'path',
    params,
    limit: 'accountWrite',
    returns: team,
  }),
  acceptOffer: endpoint('POST', '/api/teams/{id}/handover/accept', {
    summary: 'Become the owner, as the owner has asked; they stay as a team admin',
    who: 'user',
    account: 'path',
    params,
    limit: 'accountWrite',
    returns: team,
  }),
};
