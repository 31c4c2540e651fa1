import { DASHBOARD_CONTACTS_SHOWN } from '#shared/contract/constants.ts';
import type { screens } from '#shared/contract/screens.ts';

/** The first call of every screen of someone who is signed in. */
const ACCOUNT = '/api/auth/me';

/** The calls that screens make as soon as their scripts run, in the words of the app; `requests.e2e.ts` compares them. */
const SCREEN_CALLS: Partial<Record<keyof typeof screens, string[]>> = {
  dashboard: [
    '/api/cards',
    `/api/contacts?limit=${DASHBOARD_CONTACTS_SHOWN}`,
    '/api/contacts/summary',
    '/api/analytics/dashboard',
  ],
  contacts: ['/api/contacts/summary', '/api/contacts/tags', '/api/contacts/filters'],
  cards: ['/api/cards'],
};

/** Screens that do not ask who is signed in, or only once they know more. */
const UNASKED: (keyof typeof screens)[] = ['signIn', 'register', 'linkSignIn', 'suspended', 'claim'];

/**
 * The document of a screen for a browser that is signed in: its first calls are made with its scripts, instead of once
 * those have run (docs/decisions/382).
 *
 * @param isPlain The address says nothing more than the screen: with another tab or for a team, other calls are made.
 */
export function preloadCalls(html: string, screen: keyof typeof screens, isPlain: boolean): string {
  if (UNASKED.includes(screen)) return html;
  const calls = [ACCOUNT, ...((isPlain && SCREEN_CALLS[screen]) || [])];
  const links = calls.map(
    (call) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${call}" />`,
  );
  return html.replace('</head>', () => `${links.join('')}</head>`);
}
