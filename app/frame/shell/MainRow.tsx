import type { KeyboardEvent } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { findNext } from '#ui/find-next.ts';
import { FIVE_WORDS, panelId, readTab, tabId } from './five-words.ts';
import { Glyph } from './Glyph.tsx';

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
    <nav aria-label="Main" className="dock">
      {/* The words stay what they are from screen to screen, and so does the focus on one of them. */}
      <div {...(isDashboard && { role: 'tablist', 'aria-label': 'Dashboard' })} className="words">
        {FIVE_WORDS.map(({ tab, label, screen, icon }, at) => (
          <Link
            key={tab}
            id={tabId(tab)}
            {...describe(tab, screen)}
            onKeyDown={(event) => moveByKey(event, at)}
          >
            <Glyph path={icon} />
            <span>{label}</span>
          </Link>
        ))}
      </div>
    </nav>
  );
}
