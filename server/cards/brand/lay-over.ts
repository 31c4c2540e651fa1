import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { Branded, CardBrand } from '#shared/cards/brand.ts';
import { BRAND_FIELD_NAMES, type BrandFieldName, cardField } from '#shared/cards/card-fields.ts';
import { emptyOf } from '#shared/contract/field-kinds.ts';

/**
 * Lays the brand of a team over its cards when they are read (docs/decisions/363). Written for a loaded row and, next to it, as SQL,
 * which takes the names that `business_cards` and `users` have in the statement; `lay-over.test.ts` checks that both agree.
 */

/** A card as its row is: what its holder wrote. */
export type StoredCard = typeof businessCards.$inferSelect;

/** A team's brand; `changedAt` is a moment as JSON, null if it never changed. */
export type TeamBrand = CardBrand & { changedAt: string | null };

/** A card as it is shown, with the brand that was laid over it: null on a person's. */
export type ShownCard = StoredCard & { brand: TeamBrand | null };

/** The value on a card for which nobody wrote one. */
export const emptyBranded = (name: BrandFieldName) => emptyOf(cardField(name)) as string | null;

/** The value of a team's field; colors and template are never none. */
export const brandedValue = (name: BrandFieldName, { value }: Branded): string | null =>
  value ?? emptyBranded(name);

/** True if the holder wrote the field; what a new card has anyway counts only if they chose it. */
const isWritten = (card: StoredCard, name: BrandFieldName): boolean =>
  card[name] !== emptyBranded(name) || card.chosenFields.includes(name);

/** The card as it is shown. It changed last when its holder or the team changed it. */
export function layOver(card: StoredCard, brand: TeamBrand | null): ShownCard {
  if (!brand) return { brand, ...card };
  const laid = BRAND_FIELD_NAMES.flatMap((name) => {
    const field = brand.fields[name];
    const isTeams = field && (field.mode === 'locked' || !isWritten(card, name));
    return isTeams ? [[name, brandedValue(name, field)]] : [];
  });
  const changedAt = new Date(brand.changedAt ?? 0);
  const updatedAt = changedAt > card.updatedAt ? changedAt : card.updatedAt;
  return { ...card, ...Object.fromEntries(laid), updatedAt, brand };
}

const quote = (text: string | null) => (text === null ? 'null' : `'${text}'`);
const NAMES = BRAND_FIELD_NAMES.map(quote).join(', ');

/** SQL text: the value of the field `b` of the team `t`. */
const VALUE =
  "case b.field when 'companyLogo' then t.logo when 'primaryColor' then t.primary_color else b.value end";

/** SQL: the brand of an account; null for a person, without looking for one. */
export const brandOf = (): SQL<TeamBrand | null> =>
  sql.raw(`case when users.kind = 'team' then (
    select json_build_object('teamName', t.name, 'version', t.brand_version, 'changedAt', t.brand_changed_at, 'fields', (
      select coalesce(json_object_agg(b.field, json_build_object('mode', b.mode, 'value', ${VALUE})), '{}')
      from team_brand b where b.team_id = t.id and b.field in (${NAMES})))
    from teams t where t.id = users.id) end`) as SQL<TeamBrand | null>;

const columnText = (name: BrandFieldName) => `business_cards.${getTableColumns(businessCards)[name].name}`;

/** `isWritten` as SQL text. */
export const isWrittenText = (name: BrandFieldName): string =>
  `(${columnText(name)} is distinct from ${quote(emptyBranded(name))} or '${name}' = any(business_cards.chosen_fields))`;

/** SQL: a field of a card as it is shown. */
export function shownField(name: BrandFieldName) {
  const column = columnText(name);
  const empty = quote(emptyBranded(name));
  const isTeams = `b.mode = 'locked' or (b.mode = 'default' and not ${isWrittenText(name)})`;
  return sql.raw(`case when users.kind = 'team' then (
    select case when ${isTeams} then coalesce(${VALUE}, ${empty}) else ${column} end
    from teams t left join team_brand b on b.team_id = t.id and b.field = '${name}' where t.id = users.id
  ) else ${column} end`) as SQL<string | null>;
}

/** SQL: when a card last changed as it is shown. */
export const shownUpdatedAt = (): SQL<Date> =>
  sql`greatest(business_cards.updated_at, case when users.kind = 'team' then (
    select t.brand_changed_at from teams t where t.id = users.id) end)`.mapWith(businessCards.updatedAt);

/** The brand of the account whose cards are read; asks nothing for a person. */
export async function readBrand(
  { db }: { db: Db },
  { id, kind }: { id: AccountId; kind: string },
): Promise<TeamBrand | null> {
  if (kind === 'person') return null;
  const [found] = await db
    .select({ brand: brandOf() })
    .from(users)
    .where(whereCan(systemFor(id), 'see', 'account'));
  return found?.brand ?? null;
}
