import { ChartColumn, CreditCard, House, Settings2, UsersRound } from 'lucide-react';
import { paths } from '#app/frame/paths.ts';

/** The navigation: tabs on the dashboard, and elsewhere links to the screens of these names. */
export const FIVE_WORDS = [
  { tab: 'overview', label: 'Overview', screen: paths.dashboard, Icon: House },
  { tab: 'cards', label: 'My Cards', screen: paths.cards, Icon: CreditCard },
  { tab: 'contacts', label: 'Contacts', screen: paths.contacts, Icon: UsersRound },
  { tab: 'analytics', label: 'Analytics', screen: paths.analytics, Icon: ChartColumn },
  { tab: 'settings', label: 'Settings', screen: paths.dashboardTab('settings'), Icon: Settings2 },
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
