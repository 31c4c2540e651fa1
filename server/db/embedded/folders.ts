import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import { readMajor } from '#server/db/embedded/cluster.ts';

/** The embedded database in DATA_DIR, and the folders beside it while it changes to a newer PostgreSQL and after. */

type Place = Pick<Config, 'dataDir'>;

/** The database that the product uses; an upgrade that was killed between its last two steps is finished first. */
export function databaseFolder(place: Place): string {
  const folder = path.join(place.dataDir, 'postgres');
  const isCutOff = findReplaced(place).length > 0 && fs.existsSync(upgradedFolder(place));
  if (isCutOff && fs.lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    fs.renameSync(upgradedFolder(place), folder);
  return folder;
}

/** The new database while an upgrade fills it. */
export const upgradingFolder = ({ dataDir }: Place): string => path.join(dataDir, 'postgres.upgrading');

/** Its name once it is complete, for a moment. */
export const upgradedFolder = ({ dataDir }: Place): string => path.join(dataDir, 'postgres.upgraded');

/** The database of an older major version, kept after an upgrade until the operator has it removed. */
export const replacedFolder = ({ dataDir }: Place, major: number): string =>
  path.join(dataDir, `postgres-${major}`);

/** Those there are; what an operator copied has another name. */
export const findReplaced = (place: Place): string[] =>
  fs.existsSync(place.dataDir)
    ? fs
        .readdirSync(place.dataDir)
        .map((name) => path.join(place.dataDir, name))
        .filter((folder) => folder === replacedFolder(place, readMajor(folder) ?? 0))
    : [];

/**
 * Puts the complete new database in the place of the one that is to be kept in `kept`; both are stopped. False if a Goldleaf
 * has started the old one in this very moment: then it stays.
 */
export function replaceDatabase(place: Place, kept: string): boolean {
  const folder = databaseFolder(place);
  fs.renameSync(upgradingFolder(place), upgradedFolder(place));
  fs.renameSync(folder, kept);
  // A server that starts later reads the new one's control file, which is of another version, and ends.
  const isStarted = fs.existsSync(path.join(kept, 'postmaster.pid'));
  if (isStarted) fs.renameSync(kept, folder);
  else databaseFolder(place);
  return !isStarted;
}
