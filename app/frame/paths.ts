import { accountPages } from '#shared/accounts/account-pages.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import { accountHere, alsoHere } from './api/account-here.ts';

/** Every address the app links to, in one place. */
export const paths = {
  ...screens,
  home: '/',
  dashboardTab: (tab: string) => `${screens.dashboard}?tab=${tab}`,
  settings: (page: string) => `${screens.dashboard}?tab=settings${page === 'general' ? '' : `&page=${page}`}`,
  editCard: (id: string, tab?: string) => alsoHere(pathTo(screens.editCard, { id }, { tab }), id),
  shareCard: (id: string, part = '') =>
    alsoHere(pathTo(screens.shareCard, { id }) + (part && `?part=${part}`), id),
  codeOf: (id: string) => alsoHere(`${screens.code}?card=${id}`, id),
  contact: (id: string) => alsoHere(pathTo(screens.contact, { id }), id),
  contactsOf: (team: string) => pathTo(screens.contacts, {}, { account: team }),
  contactsHere: () => alsoHere(screens.contacts),
  team: (id: string, tab?: string) => pathTo(screens.team, { id }, { tab }),
  /** Pages of the server: link to them with `<a>`, not `<Link>`. */
  forgotPassword: accountPages.forgotPassword,
  publicCard: (id: string) => pathTo('/card/{id}', { id }),
  portfolio: (username: string) => pathTo('/portfolio/{username}', { username }),
};

/** The way back from a card: to the dashboard, or to the team whose card it is. */
export function backHere(): { to: string; label: string } {
  const team = accountHere();
  return team
    ? { to: paths.team(team), label: 'Back to Team' }
    : { to: paths.dashboard, label: 'Back to Dashboard' };
}
