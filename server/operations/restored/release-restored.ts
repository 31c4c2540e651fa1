import type { EventLog } from '#server/infra/event-log.ts';
import { lastRestoration, noteRelease, type Restoration } from '#server/infra/hold/restored.ts';
import type { Job } from '#server/infra/queue/define-job.ts';
import { deleteRepeated } from '#server/infra/queue/waiting-jobs.ts';
import { findUnknownCustomers, noteCustomers } from '#server/money/billing/customer/noted-customers.ts';
import { describeProviderFailure } from '#server/money/billing/describe-provider-failure.ts';
import type { BillingParts } from '#server/money/billing/sync.ts';
import { askWhatToDrop } from './ask-what-to-drop.ts';
import { describeAll, describeDropped, type WaitingCopy } from './describe-waiting.ts';
import type { Terminal } from './open-terminal.ts';
import { type JobNames, namesIn, readWaiting, WAITING, type WaitingKind } from './waiting.ts';

/** `npm run admin -- release-restored`: shows what waits in a restored copy, and lets it go or drops it. */

export type ReleaseParts = BillingParts & {
  events: EventLog;
  /** All jobs of the product. */
  jobs: readonly Job[];
  /** Where an operator can be asked; null if no one sits there. */
  terminal: Terminal | null;
};

const USAGE = `Without options it asks on a terminal, and elsewhere only shows what waits. To release without being asked:
  npm run admin -- release-restored --keep-all
  npm run admin -- release-restored --drop mails,texts   keeps the rest; there are ${WAITING.map(({ name }) => name).join(', ')}`;

/** Kinds to drop; `ask` without options. Throws a sentence if they are not understood. */
function readOptions(words: readonly string[]): readonly WaitingKind[] | 'ask' {
  const [option, list, ...more] = words;
  if (option === undefined) return 'ask';
  if (option === '--keep-all' && list === undefined) return [];
  if (option !== '--drop' || !list || more.length > 0) throw new Error(USAGE);
  return list.split(',').map((name) => {
    const kind = WAITING.find((one) => one.name === name.trim());
    if (!kind) throw new Error(`There is nothing called “${name}”. ${USAGE}`);
    if (!kind.drop)
      throw new Error(`${name} cannot be dropped: the nightly comparison would do the same. Leave them out.`);
    return kind;
  });
}

/** Returns what is to be said at the end; `words` are its options. */
export async function releaseRestored(parts: ReleaseParts, words: readonly string[]): Promise<string> {
  const options = readOptions(words);
  const restoration = await lastRestoration(parts.db);
  if (!restoration) return 'This database is no restored copy, so there is nothing to release.';
  if (restoration.releasedAt) return 'This restored copy has been released already.';
  const names = namesIn(parts.jobs);
  const waiting = await readWaiting(parts.db, restoration.restoredAt, names);
  const found: WaitingCopy = { restoration, waiting, ...(await askProvider(parts)) };
  const { terminal } = parts;
  if (options === 'ask' && !terminal) return `${describeAll(found)}\nNothing was changed. ${USAGE}`;
  terminal?.say(describeAll(found));
  const drops = options === 'ask' && terminal ? await askWhatToDrop(terminal, waiting) : options;
  if (drops === null || drops === 'ask') return 'Nothing was changed: this copy is still held.';
  await release(parts, found, { drops, names });
  parts.events.note({}, 'restoration_released');
  return `${terminal ? '' : `${describeAll(found)}\n`}${describeDropped(waiting, drops)}`;
}

/** A provider that is away stops no release: in a restored database, the nightly comparison ends no one. */
async function askProvider(parts: ReleaseParts): Promise<Pick<WaitingCopy, 'unknown' | 'failure'>> {
  try {
    return { unknown: await findUnknownCustomers(parts), failure: null };
  } catch (error) {
    return { unknown: [], failure: describeProviderFailure(error) };
  }
}

/** All in one transaction: no process begins before what is dropped is gone. */
function release(
  { db, jobs, now }: ReleaseParts,
  { restoration, unknown }: { restoration: Restoration; unknown: WaitingCopy['unknown'] },
  { drops, names }: { drops: readonly WaitingKind[]; names: JobNames },
): Promise<void> {
  const comeByTime = jobs.filter(({ cron, sends }) => cron && sends !== 'nothing').map(({ name }) => name);
  return db.transaction(async (tx) => {
    for (const { drop } of drops) await drop?.(tx, restoration.restoredAt, names);
    await deleteRepeated(tx, comeByTime);
    await noteCustomers(tx, unknown, now());
    await noteRelease(tx, now());
  });
}
