import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { requireTo } from '#server/access/can.ts';
import { whereCan } from '#server/access/where-can.ts';
import { isComplete } from '#server/analytics/analytics/rollups.ts';
import type { UserContext } from '#server/context.ts';
import { toPage, toPosition, unknownPage } from '#server/db/keyset.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamCardFigures, teamFigures, teamHolderFigures } from '#server/db/schema/teams.ts';
import { persons } from '#server/db/schema/users.ts';
import type { HandlerInput } from '#server/infra/http/serve.ts';
import { NOTHING_HELD } from '#server/teams/figures/arrange.ts';
import { FIGURES_DUE } from '#server/teams/figures/count-figures.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type {
  FiguresOfCard,
  FiguresOfHolder,
  TeamFigures,
  teamFigureEndpoints,
} from '#shared/teams/figures.ts';

/** The figures of a team as they were last counted; looking at them asks for the next count. */

export async function getTeamFigures(
  ctx: UserContext,
  { query }: HandlerInput<typeof teamFigureEndpoints.get>,
): Promise<TeamFigures> {
  requireTo(ctx, 'see', 'teamFigures');
  const days = Number(query.days);
  await wantFigures(ctx, days);
  const [kept] = await ctx.db
    .select()
    .from(teamFigures)
    .where(and(whereCan(ctx, 'see', 'teamFigures'), eq(teamFigures.days, days)));
  const byDay = kept?.byDay ?? [];
  const sumOf = (name: keyof TeamFigures['totals']) => byDay.reduce((sum, day) => sum + day[name], 0);
  return {
    asOf: kept?.countedAt?.toISOString() ?? null,
    totals: {
      views: sumOf('views'),
      visitors: sumOf('visitors'),
      contacts: sumOf('contacts'),
      leads: sumOf('leads'),
    },
    byDay,
    unheld: kept?.unheld ?? NOTHING_HELD,
    isComplete: await isComplete(ctx),
  };
}

/** Notes that somebody looks, once for each count, however often they do. */
async function wantFigures(ctx: UserContext, days: number): Promise<void> {
  const noted = await ctx.db
    .insert(teamFigures)
    .values({ teamId: ctx.account.id, days, wantedAt: ctx.now() })
    .onConflictDoUpdate({
      target: [teamFigures.teamId, teamFigures.days],
      set: { wantedAt: ctx.now() },
      setWhere: sql`${teamFigures.wantedAt} <= ${teamFigures.countedAt}`,
    })
    .returning({ days: teamFigures.days });
  if (noted.length > 0) ctx.queue.wake(FIGURES_DUE);
}

type OfLines = HandlerInput<typeof teamFigureEndpoints.byCard>;

export async function listFiguresOfCards(ctx: UserContext, { query }: OfLines): Promise<Page<FiguresOfCard>> {
  const { cardId, views, visitors, days } = teamCardFigures;
  const rows = await ctx.db
    .select({ cardId, cardName: businessCards.name, fullName: businessCards.fullName, views, visitors })
    .from(teamCardFigures)
    .innerJoin(businessCards, and(eq(businessCards.id, cardId), whereCan(ctx, 'list', 'card')))
    .where(
      and(whereCan(ctx, 'see', 'cardFigures'), eq(days, Number(query.days)), isBelow(views, cardId, query)),
    )
    .orderBy(desc(views), desc(cardId))
    .limit(rowsWanted(query) + 1);
  return toPage(rows, rowsWanted(query), (row) => ({ key: String(row.views), id: row.cardId }));
}

export async function listFiguresOfHolders(
  ctx: UserContext,
  { query }: OfLines,
): Promise<Page<FiguresOfHolder>> {
  const { holderId, cards, views, visitors, contacts, leads, days } = teamHolderFigures;
  const rows = await ctx.db
    .select({ userId: holderId, fullName: persons.fullName, cards, views, visitors, contacts, leads })
    .from(teamHolderFigures)
    .innerJoin(persons, eq(persons.id, holderId))
    .where(
      and(
        whereCan(ctx, 'see', 'holderFigures'),
        eq(days, Number(query.days)),
        isBelow(views, holderId, query),
      ),
    )
    .orderBy(desc(views), desc(holderId))
    .limit(rowsWanted(query) + 1);
  return toPage(rows, rowsWanted(query), (row) => ({ key: String(row.views), id: row.userId }));
}

/** The lines after this page's start: those with fewer views. Throws 400 for a cursor of something else. */
function isBelow(views: PgColumn, id: PgColumn, { cursor }: PageQuery): SQL | undefined {
  const from = toPosition(cursor);
  if (!from) return undefined;
  if (!/^\d{1,9}$/.test(from.key)) throw unknownPage();
  return sql`(${views}, ${id}) < (${Number(from.key)}::int, ${from.id})`;
}
