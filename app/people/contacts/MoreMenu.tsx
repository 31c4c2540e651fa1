import { Ellipsis } from 'lucide-react';
import { Link, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { ContactSummary } from '#shared/people/contacts.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { filterNamed } from './contact-filters.ts';
import { useSaveContactsAs } from './contacts.queries.ts';

/** Further actions on the whole list: other formats, as it is narrowed, and bringing people in. */
export function MoreMenu({ counts }: { counts: ContactSummary | undefined }) {
  const [address] = useSearchParams();
  const search = address.get('search') ?? '';
  const filter = filterNamed(address.get('filter'));
  const tag = address.get('tag') ?? '';
  const save = useSaveContactsAs({ q: search.trim() || undefined, filter, tag: tag || undefined });
  const formats = [
    ['vcard3', 'Export as vCard 3.0'],
    ['vcard4', 'Export as vCard 4.0'],
    ['csv', 'Export as CSV, all columns'],
    ['json', 'Export as JSON'],
  ] as const;
  const trigger = (
    <button
      type="button"
      aria-label="More formats and import"
      className={`${buttonClass('secondary')} px-3 max-sm:grow-0!`}
    >
      <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
  const isNarrowed = search.trim() !== '' || filter !== 'all' || tag !== '';
  return (
    <Menu
      trigger={trigger}
      items={[
        { label: 'Import from a file', link: <Link to={paths.importContacts} /> },
        ...(counts && counts.contacts > 0
          ? formats.map(([format, label]) => ({
              label: isNarrowed ? `${label}, as shown` : label,
              onSelect: () => save.mutate(format),
            }))
          : []),
      ]}
    />
  );
}
