import type { TeamEventGroup } from '#shared/teams/history.ts';

/** The events of an account, in its owner's words. Details that `about` does not name are not shown. */

type Details = Readonly<Record<string, string>>;

interface EventKind {
  title: string;
  about?: (details: Details) => string;
  /** Several of the same kind, device and network on one day (UTC) are one row with a count. */
  isFolded?: true;
  /** In the history of a team, what it is about. */
  group?: TeamEventGroup;
}

const named = ({ name = '' }: Details) => name;
const namedChange = (details: Details) => [named(details), change(details)].filter(Boolean).join(': ');
const change = ({ from = '', to = '' }: Details) => [from, to].filter(Boolean).join(' → ');

const KINDS = {
  registered: { title: 'Account created' },
  signed_in: { title: 'Signed in', isFolded: true },
  new_device: { title: 'Signed in on a new device', isFolded: true },
  sign_in_failed: { title: 'Failed sign-in', isFolded: true },
  session_ended: { title: 'Session ended', about: named },
  sessions_ended: { title: 'Signed out on all other devices' },
  idle_limit_changed: { title: 'Inactivity sign-out changed', about: change },
  password_changed: { title: 'Password changed' },
  password_reset: { title: 'Password reset by email' },
  email_changed: { title: 'Email address changed', about: change },
  email_confirmed: { title: 'Email address confirmed', about: named },
  email_released: { title: 'Email address released to its owner', about: named },
  username_changed: { title: 'Username changed', about: change },
  passkey_added: { title: 'Passkey added', about: named },
  passkey_removed: { title: 'Passkey removed', about: named },
  two_step_on: { title: 'Two-step verification turned on' },
  two_step_off: { title: 'Two-step verification turned off' },
  recovery_codes_made: { title: 'New recovery codes created' },
  recovery_code_used: { title: 'Recovery code used' },
  identity_linked: { title: 'Sign-in linked', about: named },
  identity_unlinked: { title: 'Linked sign-in removed', about: named },
  team_owned: { title: 'You became the owner of a team', about: named },
  team_handed_over: { title: 'You handed a team over', about: named },
  team_deleted: { title: 'Team deleted', about: named },
  team_restored: { title: 'Team restored', about: named },
  team_left: { title: 'You left a team', about: named },
  team_removed: { title: 'You were removed from a team', about: named },
  team_returned: { title: 'You came back to a team', about: named },
  card_handed_over: { title: 'A card you held was handed to somebody else', about: named },
  card_claimed: { title: 'Card claimed, prepared by a team', about: named },
  exported: { title: 'Data exported', about: named, group: 'data' },
  details_corrected: { title: 'Someone updated the details they shared with you', about: named },
  details_withdrawn: { title: 'Someone withdrew the details they shared with you', about: named },
  consent_withdrawn: { title: 'Someone withdrew a consent they gave you', about: named },
  retention_changed: { title: 'Contact retention changed', about: change },
  refunded: { title: 'Refund received', about: named },
  disputed: { title: 'Charge disputed', about: named },
  not_me: { title: 'You reported “This wasn’t me”: signed out everywhere', about: named },
  suspended: { title: 'Account suspended', group: 'team' },
  restored: { title: 'Account restored', group: 'team' },
  sessions_ended_by_admin: { title: 'Signed out everywhere by an administrator' },
  reset_sent_by_admin: { title: 'Password reset email sent by an administrator' },
  in_team_created: { title: 'Team created', group: 'team' },
  in_team_changed: { title: 'Settings changed', about: named, group: 'team' },
  in_team_brand_changed: { title: 'Brand changed', about: named, group: 'team' },
  in_team_page_changed: { title: 'Team page changed', about: change, group: 'team' },
  in_team_deleted: { title: 'Team deleted', group: 'team' },
  in_team_restored: { title: 'Team restored', group: 'team' },
  in_team_offered: { title: 'Asked to become the owner', about: named, group: 'team' },
  in_team_offer_ended: { title: 'Offer of ownership ended', about: named, group: 'team' },
  in_team_owner_changed: { title: 'Became the owner', about: named, group: 'team' },
  in_team_card_prepared: { title: 'Card prepared', about: named, group: 'cards' },
  in_team_list_started: { title: 'Cards prepared by a list', about: named, group: 'cards' },
  in_team_list_taken_back: { title: 'List taken back', about: named, group: 'cards' },
  in_team_invite_sent: { title: 'Invite sent again', about: named, group: 'cards' },
  in_team_invite_revoked: { title: 'Invite revoked', about: named, group: 'cards' },
  in_team_card_claimed: { title: 'Card claimed', about: named, group: 'cards' },
  in_team_card_handed: { title: 'Card handed over', about: change, group: 'cards' },
  in_team_card_taken_back: { title: 'Card put back', about: named, group: 'cards' },
  in_team_card_restored: { title: 'Card brought back as it was', about: namedChange, group: 'cards' },
  in_team_role_changed: { title: 'Part in the team changed', about: namedChange, group: 'people' },
  in_team_removed: { title: 'Removed from the team', about: named, group: 'people' },
  in_team_left: { title: 'Left the team', about: named, group: 'people' },
  in_team_asked_back: { title: 'Asked to come back', about: named, group: 'people' },
  in_team_back: { title: 'Back in the team', about: named, group: 'people' },
  in_team_subscription: { title: 'Subscription changed', about: named, group: 'billing' },
} as const satisfies Record<string, EventKind>;

export type AccountEventKind = keyof typeof KINDS;

/** The kinds of the history of a team about one thing. */
export const kindsAbout = (group: TeamEventGroup): string[] =>
  Object.entries<EventKind>(KINDS).flatMap(([kind, one]) => (one.group === group ? [kind] : []));

/** The kind with this name; undefined for a row that a later release wrote. */
export function findKind(name: string): EventKind | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name as AccountEventKind] : undefined;
}
