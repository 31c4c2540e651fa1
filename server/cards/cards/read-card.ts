import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { isKept } from '#server/access/visibility.ts';
import { brandOf, layOver, type ShownCard } from '#server/cards/brand/lay-over.ts';
import type { Db } from '#server/db/open.ts';
import { asJson } from '#server/db/prepared.ts';
import { aliases } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import type { ReadTimeout } from '#server/infra/read-timeout.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** A card as visitors see it. */
    readCard: ReadCard;
  }
}

/** Reads a card as its visitors see it: one statement, prepared once, plus the versions of what it read. */

/** A card as it is shown: a team's brand is laid over it. */
export type CardRow = ShownCard;
type UserRow = typeof users.$inferSelect;

/** The facts about a card's owner that visitors' pages need. */
export type CardOwner = Pick<
  UserRow,
  | 'id'
  | 'kind'
  | 'username'
  | 'fullName'
  | 'emailConfirmedAt'
  | 'isProfileVisible'
  | 'arePagesSuspended'
  | 'isAnalyticsEnabled'
  | 'isExchangeEnabled'
  | 'autoSmsEnabled'
  | 'autoSmsMessage'
  | 'phoneNumber'
  | 'isInboxFull'
>;

/** Who gets what visitors leave at a card: of a team's, the team, too. */
export const receiversOf = ({ card, owner }: Pick<FoundCard, 'card' | 'owner'>): string =>
  owner.kind === 'team' ? `${card.fullName} and ${owner.fullName}` : card.fullName;

export interface FoundCard {
  card: CardRow;
  owner: CardOwner;
  /** Of the tags `card:{id}` and `user:{id}`, for caching pages made from them. */
  versions: ReadonlyMap<string, string>;
}

/**
 * A card with its owner, or null if it does not exist or is deleted. Throws within a second while the database is down.
 */
export type ReadCard = (id: string) => Promise<FoundCard | null>;

/** Changes with every column of a card that visitors may see: all but the counters. */
export const cardVersion = sql<string>`md5((to_jsonb(${businessCards}) - 'view_count' - 'unique_view_count')::text)`;
/** Changes with what an account's pages show about it, a team's brand among that. */
export const userVersion = sql<string>`md5(jsonb_build_array(${users.kind}, ${users.username}, ${users.fullName}, ${users.emailConfirmedAt} is null, ${users.hasAlias}, ${users.isProfileVisible}, ${users.arePagesSuspended}, ${users.isAnalyticsEnabled}, ${users.isExchangeEnabled}, ${users.autoSmsEnabled}, ${users.autoSmsMessage}, ${users.phoneNumber}, ${users.isInboxFull}, case when ${users.kind} = 'team' then (select t.brand_version from teams t where t.id = ${users.id}) end)::text)`;

/** `canPrepare`: the connections go straight to PostgreSQL, so that each can keep the named statement. */
export function prepareReadCard(db: Db, readTimeout: ReadTimeout, canPrepare: boolean): ReadCard {
  const owner = {
    id: users.id,
    kind: users.kind,
    username: users.username,
    fullName: users.fullName,
    emailConfirmedAt: users.emailConfirmedAt,
    isProfileVisible: users.isProfileVisible,
    arePagesSuspended: users.arePagesSuspended,
    isAnalyticsEnabled: users.isAnalyticsEnabled,
    isExchangeEnabled: users.isExchangeEnabled,
    autoSmsEnabled: users.autoSmsEnabled,
    autoSmsMessage: users.autoSmsMessage,
    phoneNumber: users.phoneNumber,
    isInboxFull: users.isInboxFull,
  };
  const query = db
    .select({
      card: asJson(getTableColumns(businessCards)),
      owner,
      brand: brandOf(),
      cardVersion,
      userVersion,
    })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(eq(businessCards.id, sql.placeholder('id')), isKept()))
    // Unnamed if DATABASE_URL points to a pooler, which may send each statement to another connection.
    .prepare(canPrepare ? 'read_card' : '');
  return async (id) => {
    const [found] = await readTimeout.within(() => query.execute({ id }));
    if (!found) return null;
    const versions = new Map([
      [`card:${found.card.id}`, found.cardVersion],
      [`user:${found.owner.id}`, found.userVersion],
    ]);
    return { card: layOver(found.card, found.brand), owner: found.owner, versions };
  };
}

/** The versions of one kind of tag: the rows of `ids`, with the tag's prefix before each id. */
const selectTag = (kind: string, id: SQL, version: SQL) =>
  sql`${`${kind}:`}::text || ${id} as tag, ${version} as version`;

/** Changes with what a team's page shows besides its cards: the team, who agreed, and who is suspended. */
const teamVersion = sql`md5(to_jsonb(teams)::text || coalesce((
  select string_agg(concat_ws(' ', a.card_id, a.holder_id, h.suspended_at), ',' order by a.card_id)
  from team_page_cards a join business_cards c on c.id = a.card_id join users h on h.id = a.holder_id
  where teams.id = c.user_id), ''))`;

/** The current versions of tags like `card:…`, `user:…`, `portfolio:…`, `team:…` and `alias:…`; deleted ones have none. */
export function prepareReadVersions(db: Db): (tags: string[]) => Promise<ReadonlyMap<string, string>> {
  const idsText = (tags: string[], kind: string) => {
    const ids = tags.filter((tag) => tag.startsWith(`${kind}:`)).map((tag) => tag.slice(kind.length + 1));
    return sql`${sql.param(ids)}::text[]`;
  };
  const idsOf = (tags: string[], kind: string) => sql`any(${idsText(tags, kind)})`;
  return async (tags) => {
    const { id, userId } = businessCards;
    const { rows } = await db.execute<{ tag: string; version: string }>(sql`
      select ${selectTag('card', sql`${id}`, cardVersion)} from ${businessCards}
      where ${id} = ${idsOf(tags, 'card')} and ${isKept()}
      union all
      select ${selectTag('user', sql`${users.id}`, userVersion)} from ${users}
      where ${users.id} = ${idsOf(tags, 'user')}
      union all
      select ${selectTag('portfolio', sql`${userId}`, sql`md5(string_agg(${cardVersion}, ',' order by ${id}))`)}
      from ${businessCards}
      where ${userId} = ${idsOf(tags, 'portfolio')} and ${isKept()}
      group by ${userId}
      union all
      select ${selectTag('team', sql`teams.id`, teamVersion)} from teams
      where teams.id = ${idsOf(tags, 'team')}
      union all
      select ${selectTag('alias', sql`${aliases.kind} || '/' || ${aliases.name}`, sql`md5(${aliases.userId} || ' ' || coalesce(${aliases.cardId}, ''))`)}
      from ${aliases}
      where (${aliases.kind}, ${aliases.name}) in (
        select split_part(place, '/', 1), split_part(place, '/', 2) from unnest(${idsText(tags, 'alias')}) place)`);
    return new Map(rows.map(({ tag, version }) => [tag, version]));
  };
}
