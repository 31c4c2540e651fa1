import { type ReactNode, useId, useState } from 'react';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { OpenMark } from '#ui/Disclosure.tsx';
import { SETTINGS_PAGES, type SettingsPage } from './settings-pages.ts';

/** The list of pages: a rail beside the open one; on a phone a row that names it and opens the list. */
export function SettingsIndex({ page, heading }: { page: SettingsPage; heading: ReactNode }) {
  const id = useId();
  /** The page on which the list was opened: it closes when another one is shown. */
  const [openOn, setOpenOn] = useState<SettingsPage | null>(null);
  const isOpen = openOn === page;
  return (
    <div className="max-md:mb-8 max-md:border-y max-md:border-line">
      <div className="relative flex min-h-16 items-center justify-between gap-4 rounded-control py-2 has-focus-visible:outline-2 has-focus-visible:outline-gold md:sr-only">
        <div className="min-w-0">
          {heading}
          <p className="text-sm text-ink-2">{sayOthers(page)}</p>
        </div>
        <button
          type="button"
          aria-label="All settings"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpenOn(isOpen ? null : page)}
          className="flex size-11 items-center justify-end p-0 outline-none after:absolute after:inset-0 md:hidden"
        >
          <OpenMark isOpen={isOpen} />
        </button>
      </div>
      <nav
        id={id}
        aria-label="Settings"
        className={`md:sticky md:top-6 md:block md:border-l md:border-line ${isOpen ? 'border-t border-line pb-2' : 'hidden'}`}
      >
        {SETTINGS_PAGES.map((one) => (
          <Link
            key={one.page}
            to={paths.settings(one.page)}
            aria-current={one.page === page ? 'page' : undefined}
            className="flex min-h-11 items-center text-ink-2 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink md:-ml-px md:border-l-2 md:border-transparent md:px-4 md:aria-[current]:border-ink"
          >
            {one.label}
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** The first two of the other pages, and how many there are besides. */
function sayOthers(page: SettingsPage): string {
  const [first, second, ...more] = SETTINGS_PAGES.filter((one) => one.page !== page).map(
    ({ label }) => label,
  );
  return `${first}, ${second}, and ${more.length} more`;
}
