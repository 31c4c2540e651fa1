import { counted } from '#app/frame/counted.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { CONTACT_RECORD, recordField, recordNamesWith } from '#shared/people/contact-record.ts';
import type { ContactImport, DateOrder, ImportSource } from '#shared/people/import.ts';
import { IMPORTED_NETWORKS, type ImportTarget } from '#shared/people/import-targets.ts';
import { ADDRESS_PARTS, type AddressComponent, IMPORT_GROUPS } from '#shared/people/record-field.ts';

/** The words on the screen of an import. */

type Targets = [ImportTarget, string][];

/** Besides the fields of a contact, by their groups. */
const OTHER_TARGETS: Partial<Record<(typeof IMPORT_GROUPS)[number], Targets>> = {
  Reach: IMPORTED_NETWORKS.map((network) => [network, SOCIAL_LABELS[network]]),
  Address: [
    ['address', 'Full address'],
    ...Object.entries(ADDRESS_PARTS).map(([part, { label }]): Targets[number] => [
      part as AddressComponent,
      label,
    ]),
  ],
  More: [
    ['label', 'Label of the next column'],
    ['details', 'Details from Goldleaf'],
    ['other', 'Keep as custom field'],
    ['skip', 'Skip'],
  ],
};

export const TARGET_GROUPS = IMPORT_GROUPS.map((group): [string, Targets] => [
  group,
  [
    ...recordNamesWith('importGroup')
      .filter((name) => CONTACT_RECORD[name].importGroup === group)
      .map((name): Targets[number] => [name, recordField(name).importLabel ?? CONTACT_RECORD[name].label]),
    ...(OTHER_TARGETS[group] ?? []),
  ],
]);

export const DATE_ORDER_LABELS: Record<DateOrder, string> = {
  monthFirst: 'Month first',
  dayFirst: 'Day first',
};

const SOURCES: Record<ImportSource, string> = {
  google: 'Google Contacts',
  outlook: 'Outlook',
  hubspot: 'HubSpot',
  linkedin: 'LinkedIn',
  hihello: 'HiHello',
  blinq: 'Blinq',
  popl: 'Popl',
  linq: 'Linq',
  covve: 'Covve',
  camcard: 'CamCard',
  iphone: 'an Apple device',
  samsung: 'a Samsung phone',
  goldleaf: 'Goldleaf',
};

/** "1,204 rows from Google Contacts" */
export const whatItIs = ({ rows, format, source }: ContactImport): string =>
  counted(rows ?? 0, format === 'vcard' ? 'contact' : 'row') + (source ? ` from ${SOURCES[source]}` : '');

/** True if something could not be imported as it was. */
export const hasProblems = ({ progress, photos, preview }: ContactImport): boolean =>
  progress.failed + photos.leftOut > 0 || (progress.done > 0 && (preview?.problems.length ?? 0) > 0);

/** "120 added, 3 filled in, 14 skipped, 2 not imported" */
export function sayOutcome({ state, progress, undo, error }: ContactImport): string {
  if (state === 'failed') return error ?? 'We couldn’t read the file.';
  if (state === 'undone') {
    const kept = undo.kept > 0 ? `; ${counted(undo.kept, 'contact')} you changed since then stayed` : '';
    return `Undone${kept}`;
  }
  const parts: [number, string][] = [
    [progress.added, 'added'],
    [progress.filled, 'filled in'],
    [progress.skipped, 'skipped'],
    [progress.failed, 'not imported'],
  ];
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString()} ${word}`);
  if (state === 'canceled') return said.length > 0 ? `Stopped: ${said.join(', ')}` : 'Discarded';
  return said.join(', ') || 'Nothing to import';
}
