import type { Db } from '#server/db/open.ts';
import { isHeld } from '#server/infra/hold/restored.ts';
import type { Figure } from '#server/infra/metrics/registry.ts';
import { createSampled } from '#server/infra/metrics/sampled.ts';
import { readLastBackup } from '#server/operations/backup/last-backup.ts';

/** The last backup, and whether this is a copy made from one: read at most every 15 s, whoever looks. */

const SAMPLE = { everyMs: 15_000, timeoutMs: 2_000 };

export function backupFigures(db: Db): readonly Figure[] {
  const lastBackup = createSampled(() => readLastBackup(db), SAMPLE);
  const held = createSampled(() => isHeld(db), SAMPLE);
  return [
    {
      kind: 'gauge',
      name: 'goldleaf_backup_timestamp_seconds',
      of: 'machine',
      help: 'The moment that the last complete backup shows, in seconds since 1970; left out before the first.',
      read: async () => {
        const backup = await lastBackup();
        return backup && backup.at.getTime() / 1_000;
      },
    },
    {
      kind: 'gauge',
      name: 'goldleaf_backup_size_bytes',
      of: 'machine',
      help: 'Size of the last complete backup; left out before the first.',
      read: async () => (await lastBackup())?.bytes ?? null,
    },
    {
      kind: 'gauge',
      name: 'goldleaf_restored_copy_held',
      of: 'machine',
      help: '1 while this is a restored copy that sends nothing until it is released.',
      read: async () => Number(await held()),
    },
  ];
}
