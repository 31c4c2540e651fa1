import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { isTabName, type TabName } from './tabs.ts';

/** The open tab of the form; it is in the URL, so that a reload keeps it. */
export function useTab() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const tab: TabName = isTabName(asked) ? asked : 'basic';
  const setTab = (next: TabName) => {
    // The team whose card it is stands there, too.
    const changed = new URLSearchParams(search);
    changed.set('tab', next);
    setSearch(changed, { replace: true, preventScrollReset: true });
  };
  return [tab, setTab] as const;
}
