import { paths } from '#app/frame/paths.ts';

/** The navigation: tabs on the dashboard, and elsewhere links to the screens of these names. */
export const FIVE_WORDS = [
  {
    tab: 'overview',
    label: 'Overview',
    screen: paths.dashboard,
    icon: 'M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8M3 10a2 2 0 0 1 .7-1.5l7-6a2 2 0 0 1 2.6 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  },
  {
    tab: 'cards',
    label: 'My Cards',
    screen: paths.cards,
    icon: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM2 10h20',
  },
  {
    tab: 'contacts',
    label: 'Contacts',
    screen: paths.contacts,
    icon: 'M18 21a8 8 0 0 0-16 0M15 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM22 20c0-3.4-2-6.5-4-8a5 5 0 0 0-.5-8.3',
  },
  {
    tab: 'analytics',
    label: 'Analytics',
    screen: paths.analytics,
    icon: 'M3 3v16a2 2 0 0 0 2 2h16M18 17V9M13 17V5M8 17v-3',
  },
  {
    tab: 'settings',
    label: 'Settings',
    screen: paths.dashboardTab('settings'),
    icon: 'M14 17H5M19 7h-9M20 17a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM10 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  },
] as const;

export type DashboardTab = (typeof FIVE_WORDS)[number]['tab'];

/** The tab that an address of the dashboard opens. */
export function readTab(search: URLSearchParams): DashboardTab {
  const asked = search.get('tab');
  return FIVE_WORDS.find(({ tab }) => tab === asked)?.tab ?? 'overview';
}

/** The row is in the header and the panel in the screen, so both know their ids. */
export const tabId = (tab: DashboardTab) => `dashboard-${tab}`;
export const panelId = (tab: DashboardTab) => `dashboard-${tab}-panel`;
