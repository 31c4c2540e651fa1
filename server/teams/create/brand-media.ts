import { and, inArray } from 'drizzle-orm';
import { holdShown, isWhole, noteLetGo } from '#server/cards/media/media-owners.ts';
import type { Db } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { BRAND_FIELD_NAMES, type BrandFieldName, cardField } from '#shared/cards/card-fields.ts';
import { AppError } from '#shared/contract/errors.ts';
import { ownMediaName } from '#shared/contract/media-urls.ts';

type Values = Record<BrandFieldName, string | null>;

const namesIn = (values: Values) =>
  new Set(BRAND_FIELD_NAMES.flatMap((name) => ownMediaName(values[name]) ?? []));

/**
 * Keeps the files of a team's brand from being swept, which count for the team, and lets go of those before. To be called
 * within a transaction that has locked the team. Throws 422 for a file that is gone or of another kind; `pathOf` says
 * where a field stands in what was sent.
 */
export async function holdBrandMedia(
  tx: Db,
  teamId: AccountId,
  { former, values, at }: { former: Values; values: Values; at: Date },
  pathOf: (name: BrandFieldName) => string,
): Promise<void> {
  const [before, after] = [namesIn(former), namesIn(values)];
  const gone = [...before].filter((name) => !after.has(name));
  await noteLetGo(tx, teamId, gone, at);
  const changed = BRAND_FIELD_NAMES.filter((field) => values[field] !== former[field]);
  const named = changed.flatMap((field) => ownMediaName(values[field]) ?? []);
  if (named.length === 0) return;
  const known = await tx
    .select({ name: media.name, bytes: media.bytes, kind: media.kind })
    .from(media)
    .where(and(inArray(media.name, named), isWhole))
    .for('share');
  for (const field of changed) {
    const name = ownMediaName(values[field]);
    const kind = known.find((one) => one.name === name)?.kind;
    if (name !== null && kind !== kindOf(field)) throw fileIsGone(field, pathOf(field));
  }
  const added = known.filter(({ name }) => !before.has(name));
  await holdShown(tx, teamId, added);
}

function kindOf(name: BrandFieldName): string | null {
  const field = cardField(name);
  return field.kind === 'media' ? field.of : null;
}

function fileIsGone(field: BrandFieldName, path: string): AppError {
  const noun = kindOf(field) === 'video' ? 'video' : 'picture';
  const message = `This ${noun} is no longer available. Please upload it again.`;
  return new AppError('invalid', message, { fields: { [path]: message } });
}
