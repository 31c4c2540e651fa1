import type { SocialNetwork } from '#shared/contract/links.ts';
import { recordNamesWith } from './contact-record.ts';
import { ADDRESS_PART_NAMES } from './record-field.ts';

/** Networks that address books commonly have a column for. */
export const IMPORTED_NETWORKS = [
  'linkedin',
  'twitter',
  'instagram',
  'facebook',
] as const satisfies SocialNetwork[];
/** Columns that are no field by themselves: a whole address, a label of the next column, our own details. */
const OTHER_TARGETS = ['address', 'label', 'details', 'other', 'skip'] as const;

/** The possible meanings of a column of a CSV file. */
export const IMPORT_TARGETS = [
  ...recordNamesWith('importGroup'),
  ...IMPORTED_NETWORKS,
  ...ADDRESS_PART_NAMES,
  ...OTHER_TARGETS,
] as const;
export type ImportTarget = (typeof IMPORT_TARGETS)[number];
