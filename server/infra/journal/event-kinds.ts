/** The events of an account, in its owner's words. Details that `about` does not name are not shown. */

type Details = Readonly<Record<string, string>>;

interface EventKind {
  title: string;
  about?: (details: Details) => string;
  /** Several of the same kind, device and network on one day (UTC) are one row with a count. */
  isFolded?: true;
}

const named = ({ name = '' }: Details) => name;
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
  exported: { title: 'Data exported', about: named },
  details_corrected: { title: 'Someone updated the details they shared with you', about: named },
  details_withdrawn: { title: 'Someone withdrew the details they shared with you', about: named },
  consent_withdrawn: { title: 'Someone withdrew a consent they gave you', about: named },
  retention_changed: { title: 'Contact retention changed', about: change },
  refunded: { title: 'Refund received', about: named },
  disputed: { title: 'Charge disputed', about: named },
  not_me: { title: 'You reported “This wasn’t me”: signed out everywhere', about: named },
  suspended: { title: 'Account suspended' },
  restored: { title: 'Account restored' },
  sessions_ended_by_admin: { title: 'Signed out everywhere by an administrator' },
  reset_sent_by_admin: { title: 'Password reset email sent by an administrator' },
} as const satisfies Record<string, EventKind>;

export type AccountEventKind = keyof typeof KINDS;

/** The kind with this name; undefined for a row that a later release wrote. */
export function findKind(name: string): EventKind | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name as AccountEventKind] : undefined;
}
