import { sql } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { isWrittenText } from '#server/cards/brand/lay-over.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teams } from '#server/db/schema/users.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { lockTeam, type TeamRow } from '#server/teams/create/lock-team.ts';
import { readBrandSettings, writeBrand } from '#server/teams/create/write-brand.ts';
import { BRAND_FIELD_NAMES, type BrandFieldName, cardField } from '#shared/cards/card-fields.ts';
import { AppError } from '#shared/contract/errors.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { type Brand, type BrandChanges, brand } from '#shared/teams/brand.ts';

export async function getBrand(ctx: UserContext): Promise<Brand> {
  requireTo(ctx, 'see', 'brand');
  const [team] = await ctx.db
    .select()
    .from(teams)
    .where(whereCan(ctx, 'see', 'team'));
  if (!team) throw notFound('team');
  return toBrand(ctx, ctx.db, team);
}

/** Changes it on all cards of the team at once. Who saves one of these cards waits meanwhile, or is waited for. */
export async function changeBrand(ctx: UserContext, { body }: { body: BrandChanges }): Promise<Brand> {
  const changed = await ctx.db.transaction(async (tx) => {
    const { team, caller } = await lockTeam(ctx, tx);
    requireTo(caller, 'edit', 'brand');
    const { baseVersion = team.brandVersion, fields } = body;
    if (baseVersion !== team.brandVersion) throw toConflict(await toBrand(ctx, tx, team));
    const changed = await writeBrand(ctx, tx, team, fields, (name) => `fields.${name}.value`);
    const name = changed.map((one) => cardField(one).label).join(', ');
    if (name) await recordTeamEvent(ctx, tx, ctx.account.id, 'in_team_brand_changed', { name });
    const [now] = await tx
      .select()
      .from(teams)
      .where(whereCan(caller, 'see', 'team'));
    return toBrand(ctx, tx, now ?? team);
  });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  return changed;
}

const toConflict = (current: Brand): AppError =>
  new AppError(
    'conflict',
    'Someone else changed the brand since you opened it, so nothing was saved. Look at it again, and save once more.',
    { current: brand.parse(current) },
  );

async function toBrand({ account }: UserContext, db: Db, team: TeamRow): Promise<Brand> {
  const settings = await readBrandSettings(db, team);
  const counted = await countWritten(db, account);
  return {
    version: team.brandVersion,
    cards: counted.cards,
    fields: each(BRAND_FIELD_NAMES, (name) => ({ ...settings[name], written: counted[name] })),
  };
}

/** How many cards there are, and on how many their holder wrote each field: of a team, 5,000 at most. */
async function countWritten(db: Db, account: UserContext['account']) {
  const written = each(BRAND_FIELD_NAMES, (name) => countWhere(isWrittenText(name)));
  const [counted] = await db
    .select({ cards: countWhere('true'), ...written })
    .from(businessCards)
    .where(whereCan(systemFor(account.id), 'list', 'card'));
  return counted ?? { cards: 0, ...each(BRAND_FIELD_NAMES, (_name: BrandFieldName) => 0) };
}

const countWhere = (condition: string) =>
  sql<number>`count(*) filter (where ${sql.raw(condition)})`.mapWith(Number);
