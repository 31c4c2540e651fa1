import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/config/config.ts';

/** The embedded database in DATA_DIR, and the folders beside it while it changes to a newer PostgreSQL and after. */

type Place = Pick<Config, 'dataDir'>;

/** The database that the product uses; an upgrade that was killed between its last two steps is finished first. */
export function databaseFolder({ dataDir }: Place): string {
  const folder = path.join(dataDir, 'postgres');
  const isBetween = !fs.existsSync(folder) && findReplaced({ dataDir }).length > 0;
  if (isBetween && fs.existsSync(upgradingFolder({ dataDir })))
    fs.renameSync(upgradingFolder({ dataDir }), folder);
  return folder;
}

/** The new database while an upgrade fills it. */
export const upgradingFolder = ({ dataDir }: Place): string => path.join(dataDir, 'postgres.upgrading');

/** The database of an older major version, kept after an upgrade until the operator has it removed. */
export const replacedFolder = ({ dataDir }: Place, major: number): string =>
  path.join(dataDir, `postgres-${major}`);

/** Those there are. */
export const findReplaced = ({ dataDir }: Place): string[] =>
  fs.existsSync(dataDir)
    ? fs
        .readdirSync(dataDir)
        .filter((name) => /^postgres-\d+$/.test(name))
        .map((name) => path.join(dataDir, name))
    : [];

/** Puts the complete new database in the place of the one that is to be kept in `kept`; both must be stopped. */
export function replaceDatabase(place: Place, kept: string): void {
  fs.renameSync(databaseFolder(place), kept);
  databaseFolder(place);
}
