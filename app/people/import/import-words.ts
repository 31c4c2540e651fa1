import type { ContactImport, DateOrder, ImportSource, ImportTarget } from '#shared/people/import.ts';

/** What an import says about itself. */

export const TARGET_GROUPS: [group: string, targets: [ImportTarget, string][]][] = [
  [
    'Name',
    [
      ['fullName', 'Full name'],
      ['givenName', 'Given name'],
      ['familyName', 'Family name'],
      ['additionalName', 'Middle name'],
      ['namePrefix', 'Prefix'],
      ['nameSuffix', 'Suffix'],
      ['nickname', 'Nickname'],
      ['phoneticGivenName', 'Phonetic given name'],
      ['phoneticFamilyName', 'Phonetic family name'],
    ],
  ],
  [
    'Reach',
    [
      ['email', 'Email'],
      ['phone', 'Phone'],
      ['website', 'Website'],
      ['linkedin', 'LinkedIn'],
      ['twitter', 'X (Twitter)'],
      ['instagram', 'Instagram'],
      ['facebook', 'Facebook'],
    ],
  ],
  [
    'Work',
    [
      ['company', 'Company'],
      ['department', 'Department'],
      ['jobTitle', 'Job title'],
    ],
  ],
  [
    'Address',
    [
      ['address', 'Whole address'],
      ['street', 'Street'],
      ['extra', 'Apartment, floor'],
      ['poBox', 'PO box'],
      ['city', 'City'],
      ['region', 'State or region'],
      ['postalCode', 'Postal code'],
      ['country', 'Country'],
    ],
  ],
  [
    'More',
    [
      ['notes', 'Notes'],
      ['tags', 'Tags'],
      ['birthday', 'Birthday'],
      ['anniversary', 'Anniversary'],
      ['metAt', 'Date you met'],
      ['metPlace', 'Place you met'],
      ['metEvent', 'Event you met at'],
      ['label', 'Label of the next column'],
      ['details', 'Details from Goldleaf'],
      ['other', 'Keep under its own name'],
      ['skip', 'Leave out'],
    ],
  ],
];

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

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** "1,204 rows from Google Contacts" */
export const whatItIs = ({ rows, format, source }: ContactImport): string =>
  counted(rows ?? 0, format === 'vcard' ? 'contact' : 'row') + (source ? ` from ${SOURCES[source]}` : '');

/** "120 added, 3 filled in, 14 skipped, 2 not imported" */
export function sayOutcome({ state, progress, undo, error }: ContactImport): string {
  if (state === 'failed') return error ?? 'The file could not be read.';
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
