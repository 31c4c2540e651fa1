import { channel } from 'node:diagnostics_channel';
import type { LongWork } from './long-work.ts';

/** Moments at which a kill would hurt most. */
type Point =
  | 'upload kept'
  | 'row made'
  | 'child reading'
  | 'read'
  | 'started'
  | 'between batches'
  | 'batch written'
  | 'last batch written'
  | 'done'
  | 'between undone batches'
  | 'contacts to come';

const points = channel('goldleaf:long-work');

/** Says how far this is to whoever listens: only tests do, which kill the process there (docs/decisions/352). */
export const reachPoint = (name: LongWork['name'], point: Point): void => points.publish(`${name}: ${point}`);
