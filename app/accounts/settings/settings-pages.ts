/** The pages of the settings, in the order of their list; the first one is the tab itself. */
export const SETTINGS_PAGES = [
  { page: 'general', label: 'General' },
  { page: 'security', label: 'Sign-in & security' },
  { page: 'notifications', label: 'Notifications' },
  { page: 'follow-ups', label: 'Follow-ups & AI' },
  { page: 'contacts', label: 'Contacts' },
  { page: 'teams', label: 'Teams' },
  { page: 'device', label: 'This device' },
] as const;

export type SettingsPage = (typeof SETTINGS_PAGES)[number]['page'];

/** The page that an address opens; a visit to a sign-in provider that failed comes back with its problem only. */
export function readPage(search: URLSearchParams): SettingsPage {
  const asked = search.get('page') ?? (search.has('problem') ? 'security' : null);
  return SETTINGS_PAGES.find(({ page }) => page === asked)?.page ?? 'general';
}
