import type { screens } from '#shared/contract/screens.ts';

/** The part of the build's manifest that is read here; https://vite.dev/guide/backend-integration. */
type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The module of each screen, as `app/routes.tsx` loads it. */
export const SCREEN_MODULES: Record<keyof typeof screens, string> = {
  signIn: 'accounts/auth/SignInPage.tsx',
  register: 'accounts/auth/RegisterPage.tsx',
  linkSignIn: 'accounts/auth/LinkPage.tsx',
  suspended: 'accounts/suspended/SuspendedPage.tsx',
  checkout: 'money/billing/CheckoutPage.tsx',
  subscribe: 'money/billing/SubscribePage.tsx',
  dashboard: 'analytics/dashboard/DashboardPage.tsx',
  createCard: 'cards/editor/CreatePage.tsx',
  editCard: 'cards/editor/EditPage.tsx',
  shareCard: 'sharing/screen/SharingPage.tsx',
  cards: 'cards/cards/CardsPage.tsx',
  code: 'sharing/code/CodePage.tsx',
  contacts: 'people/contacts/ContactsPage.tsx',
  contact: 'people/contacts/person/PersonPage.tsx',
  importContacts: 'people/import/ImportPage.tsx',
  analytics: 'analytics/analytics/AnalyticsPage.tsx',
  team: 'teams/page/TeamPage.tsx',
  claim: 'teams/claim/ClaimPage.tsx',
  admin: 'operations/admin/AdminPage.tsx',
};

/**
 * The app's document for one screen: its scripts are fetched with the app's own, not only once those have run.
 *
 * @param manifest The build's manifest, as JSON.
 */
export function preloadScreen(html: string, manifest: string, screen: keyof typeof screens): string {
  const chunks: Manifest = JSON.parse(manifest);
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit(SCREEN_MODULES[screen]);
  const links = [...files]
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}
