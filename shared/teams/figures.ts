import { endpoint } from '#shared/contract/api.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { TEAM_RANGES } from './ranges.ts';

/**
 * The figures of a team, of the last days (UTC), today being the last. Looking at them has them counted in the background,
 * at once or as soon as the last count is a minute old; `asOf` says when that was (docs/decisions/360).
 */

/** `visitors`: the sum of those whom each card saw for the first time, since a visitor is never linked between cards. */
const seen = { views: count, visitors: count };
/** Who came in these days and is still there. */
const met = { contacts: count, leads: count };
const sums = z.object({ ...seen, ...met });

const ofDay = sums.extend({ day: z.string() });
export type FiguresOfDay = z.output<typeof ofDay>;

/** The cards that somebody holds now, their views, and whom the person met. */
const ofHolder = sums.extend({ userId: id, fullName: z.string(), cards: count });
export type FiguresOfHolder = z.output<typeof ofHolder>;

const ofCard = z.object({
  cardId: id,
  cardName: z.string(),
  /** The name on the card. */
  fullName: z.string(),
  ...seen,
});
export type FiguresOfCard = z.output<typeof ofCard>;

export const teamFiguresAnswer = z
  .object({
    /** Null until they are counted for the first time, seconds after the first call: until then, nothing is in them. */
    asOf: moment.nullable(),
    totals: sums,
    /** Every day of the range, oldest first. */
    byDay: z.array(ofDay),
    /** Of the cards, contacts and leads that nobody holds. */
    unheld: ofHolder.omit({ userId: true, fullName: true }),
    /** False while views from an earlier release are still being added up. */
    isComplete: z.boolean(),
  })
  .meta({ id: 'TeamFigures' });
export type TeamFigures = z.output<typeof teamFiguresAnswer>;

const params = z.object({ id });
const range = z.object({ days: z.enum(TEAM_RANGES).default('30') });

export const teamFigureEndpoints = {
  get: endpoint('GET', '/api/teams/{id}/figures', {
    summary: 'Views, visitors, contacts and leads of a team, in total and by day',
    who: 'user',
    account: 'path',
    isRepeated: true,
    params,
    query: range,
    limit: 'list',
    returns: teamFiguresAnswer,
  }),
  byHolder: endpoint('GET', '/api/teams/{id}/figures/holders', {
    summary: 'The figures by the people who hold the cards, most views first',
    who: 'user',
    account: 'path',
    isRepeated: true,
    params,
    query: range.extend(pageQuery.shape),
    limit: 'list',
    paged: true,
    returns: z.array(ofHolder),
  }),
  byCard: endpoint('GET', '/api/teams/{id}/figures/cards', {
    summary: 'The figures by card, most views first',
    who: 'user',
    account: 'path',
    isRepeated: true,
    params,
    query: range.extend(pageQuery.shape),
    limit: 'list',
    paged: true,
    returns: z.array(ofCard),
  }),
};
