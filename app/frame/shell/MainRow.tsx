import type { KeyboardEvent } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { findNext } from '#ui/Tabs.tsx';
import { FIVE_WORDS, panelId, readTab, tabId } from './five-words.ts';

const WORD =
  'flex min-w-0 flex-1 flex-col items-center justify-center gap-1 border-t-2 border-transparent text-xs text-ink-2 -outline-offset-2 hover:text-ink max-md:aria-[current=page]:font-semibold max-md:aria-selected:font-semibold aria-[current=page]:text-ink aria-selected:text-ink md:flex-none md:min-h-11 md:-mb-px md:border-t-0 md:border-b-2 md:text-[0.875rem] md:font-medium md:aria-[current=page]:border-gold md:aria-selected:border-gold lg:text-base';

/** The five words in the header; on a phone a dock under the thumb, `--dock` high. */
export function MainRow() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isDashboard = pathname === paths.dashboard;
  const open = readTab(search);
  const moveByKey = (event: KeyboardEvent<HTMLElement>, at: number) => {
    if (!isDashboard || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // A link is not pressed by the space bar, and a tab is.
    const next = event.key === ' ' ? FIVE_WORDS[at] : findNext(FIVE_WORDS, at, event.key);
    if (!next) return;
    event.preventDefault();
    if (next.tab !== open) navigate(paths.dashboardTab(next.tab));
    document.getElementById(tabId(next.tab))?.focus();
  };
  const describe = (tab: (typeof FIVE_WORDS)[number]['tab'], screen: string) => {
    if (!isDashboard) {
      const isHere = pathname === screen || pathname.startsWith(`${screen}/`);
      return { to: screen, 'aria-current': isHere ? ('page' as const) : undefined };
    }
    const isOpen = tab === open;
    return {
      to: paths.dashboardTab(tab),
      role: 'tab',
      'aria-selected': isOpen,
      'aria-controls': isOpen ? panelId(tab) : undefined,
      tabIndex: isOpen ? 0 : -1,
    };
  };
  return (
    <nav
      aria-label="Main"
      className="dock fixed inset-x-0 bottom-0 z-30 h-(--dock) border-t border-line bg-surface max-md:@container md:static md:h-auto md:self-stretch md:border-0 md:bg-transparent"
    >
      {/* The words stay what they are from screen to screen, and so does the focus on one of them. */}
      <div
        {...(isDashboard && { role: 'tablist', 'aria-label': 'Dashboard' })}
        className="flex h-full md:flex-wrap md:gap-x-4 lg:gap-x-6"
      >
        {FIVE_WORDS.map(({ tab, label, screen, Icon }, at) => (
          <Link
            key={tab}
            id={tabId(tab)}
            {...describe(tab, screen)}
            className={WORD}
            onKeyDown={(event) => moveByKey(event, at)}
          >
            <Icon size={22} strokeWidth={1.5} aria-hidden="true" className="md:hidden" />
            <span className="whitespace-nowrap @max-[18rem]:sr-only">{label}</span>
          </Link>
        ))}
      </div>
    </nav>
  );
}
