import { and, asc, type Column, eq, getTableColumns, sql } from 'drizzle-orm';
import { accountOf } from '#server/auth/auth.ts';
import { listSessions } from '#server/auth/sessions.ts';
import type { UserContext } from '#server/context.ts';
import { cardViews } from '#server/db/analytics-schema.ts';
import { invoices, subscriptions } from '#server/db/billing-schema.ts';
import { businessCards, contacts, leadCaptures, teamMembers, teams } from '#server/db/schema.ts';

/** So many views are read at once: years of them must not fill the memory. */
const VIEWS_AT_ONCE = 2_000;

/** All that is kept about the asker as the text of one JSON object, piece by piece. */
export async function* writeAccount(ctx: UserContext): AsyncGenerator<string> {
  const mine = (owner: Column) => eq(owner, ctx.user.id);
  const sections = {
    exportedAt: async () => ctx.now(),
    account: async () => accountOf(ctx.user, ctx.now()),
    sessions: async () => (await listSessions(ctx, { query: {} })).rows,
    cards: () => ctx.db.select().from(businessCards).where(mine(businessCards.userId)),
    contacts: () => ctx.db.select().from(contacts).where(mine(contacts.userId)),
    leads: () => ctx.db.select().from(leadCaptures).where(mine(leadCaptures.cardOwnerId)),
    teams: () => listTeams(ctx),
    subscription: () => ctx.db.select().from(subscriptions).where(mine(subscriptions.userId)),
    invoices: () => ctx.db.select().from(invoices).where(mine(invoices.userId)),
  };
  yield '{\n';
  for (const [name, read] of Object.entries(sections)) {
    yield `${JSON.stringify(name)}: ${JSON.stringify(await read(), null, 2)},\n`;
  }
  yield '"views": [';
  let separator = '\n';
  for await (const view of listViews(ctx)) {
    yield separator + JSON.stringify(view);
    separator = ',\n';
  }
  yield '\n]\n}\n';
}

const listTeams = (ctx: UserContext) =>
  ctx.db
    .select({ ...getTableColumns(teams), role: teamMembers.role, joinedAt: teamMembers.joinedAt })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, ctx.user.id));

/** The views of the asker's cards, oldest first, in steps of an index. */
async function* listViews(ctx: UserContext) {
  const cards = await ctx.db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(eq(businessCards.userId, ctx.user.id));
  for (const card of cards) {
    let after: { createdAt: Date; id: string } | undefined;
    do {
      const isLater =
        after &&
        sql`(${cardViews.createdAt}, ${cardViews.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id})`;
      const views = await ctx.db
        .select()
        .from(cardViews)
        .where(and(eq(cardViews.cardId, card.id), isLater))
        .orderBy(asc(cardViews.createdAt), asc(cardViews.id))
        .limit(VIEWS_AT_ONCE);
      yield* views;
      after = views.length === VIEWS_AT_ONCE ? views.at(-1) : undefined;
    } while (after);
  }
}
