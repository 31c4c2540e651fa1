import { and, eq, inArray, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { emptyBranded, readBrand } from '#server/cards/brand/lay-over.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teamBrand } from '#server/db/schema/teams.ts';
import { teams } from '#server/db/schema/users.ts';
import { holdBrandMedia } from '#server/teams/create/brand-media.ts';
import type { TeamRow } from '#server/teams/create/lock-team.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { BRAND_FIELD_NAMES, type BrandFieldName } from '#shared/cards/card-fields.ts';
import { AppError } from '#shared/contract/errors.ts';
import { each } from '#shared/contract/field-kinds.ts';
import type { BrandSettings, FieldMode } from '#shared/teams/brand.ts';

/** The door to `team_brand`, and to logo and color of a team: nothing else writes them (docs/decisions/340, 363). */

interface BrandSetting {
  mode: FieldMode;
  value: string | null;
}
type BrandRow = Record<BrandFieldName, BrandSetting>;

/** All fields of a team's brand. Logo and color are the team's own also where its cards are free to have theirs. */
export async function readBrandSettings(db: Db, team: TeamRow): Promise<BrandRow> {
  const kept = await readBrand({ db }, { id: accountId.parse(team.id), kind: 'team' });
  const own: Partial<Record<BrandFieldName, string | null>> = {
    companyLogo: team.logo,
    primaryColor: team.primaryColor,
  };
  return each(BRAND_FIELD_NAMES, (name) => kept?.fields[name] ?? { mode: 'free', value: own[name] ?? null });
}

/**
 * Changes a team's brand within a transaction that has locked the team. All pages of its cards are new once that commits,
 * and passes follow in a job. Returns the fields that have
 * changed. Throws 422 for what no card could show; `pathOf` says where a field stands in what was sent.
 */
export async function writeBrand(
  { now, queue }: Pick<AppContext, 'now' | 'queue'>,
  tx: Db,
  team: TeamRow,
  changes: BrandSettings,
  pathOf: (name: BrandFieldName) => string,
): Promise<BrandFieldName[]> {
  const former = await readBrandSettings(tx, team);
  const next = each(BRAND_FIELD_NAMES, (name) => settle(name, former[name], changes[name]));
  const changed = BRAND_FIELD_NAMES.filter(
    (name) => next[name].mode !== former[name].mode || next[name].value !== former[name].value,
  );
  if (changed.length === 0) return [];
  for (const name of changed) requireValue(name, next[name], pathOf(name));
  const teamId = accountId.parse(team.id);
  const [at, values] = [now(), valuesOf(next)];
  await holdBrandMedia(tx, teamId, { former: valuesOf(former), values, at }, pathOf);
  await keepRows(tx, team.id, next, changed);
  await tx
    .update(teams)
    .set({
      logo: next.companyLogo.value,
      primaryColor: next.primaryColor.value ?? team.primaryColor,
      brandVersion: sql`${teams.brandVersion} + 1`,
      brandChangedAt: at,
    })
    .where(whereCan(systemFor(teamId), 'edit', 'team'));
  await queue.send(tx, 'passes-of-team', { teamId: team.id, after: '' });
  return changed;
}

/** The values that stand in the team's own row. */
const isTeamsOwn = (name: BrandFieldName): boolean => name === 'companyLogo' || name === 'primaryColor';

/** A field of which nothing was sent stays; one that is set free has no value, unless it is the team's own. */
function settle(
  name: BrandFieldName,
  former: BrandSetting,
  sent: BrandSettings[BrandFieldName],
): BrandSetting {
  if (!sent) return former;
  if (sent.mode === 'free' && !isTeamsOwn(name)) return { mode: 'free', value: null };
  return { mode: sent.mode, value: sent.value === undefined ? former.value : sent.value };
}

const valuesOf = (all: BrandRow) => each(BRAND_FIELD_NAMES, (name) => all[name].value);

/** Colors and template are never none. */
function requireValue(name: BrandFieldName, { mode, value }: BrandSetting, path: string): void {
  if (value !== null || mode === 'free' || emptyBranded(name) === null) return;
  const message = 'Choose what the cards shall have.';
  throw new AppError('invalid', message, { fields: { [path]: message } });
}

async function keepRows(tx: Db, teamId: string, next: BrandRow, changed: BrandFieldName[]): Promise<void> {
  const isChanged = and(eq(teamBrand.teamId, teamId), inArray(teamBrand.field, changed));
  await tx.delete(teamBrand).where(isChanged);
  const rows = changed.flatMap((field) => {
    const { mode, value } = next[field];
    return mode === 'free' ? [] : [{ teamId, field, mode, value: isTeamsOwn(field) ? null : value }];
  });
  if (rows.length > 0) await tx.insert(teamBrand).values(rows);
}
