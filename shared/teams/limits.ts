/**
 * How much a team may do. Strangers see no difference between a team and somebody who mails people under its name, so it
 * may do little before it has paid an invoice over more than nothing. All limits: docs/limits.md.
 */

/** People that one call prepares cards for. */
export const INVITES_AT_ONCE = 50;
/** People in one list, and its size. */
export const LIST_ROWS_MAX = 1_000;
export const LIST_BYTES_MAX = 2 * 1024 * 1024;
/** For how long a deleted team can be restored. */
export const TEAM_RESTORE_DAYS = 30;
/** How long an invite can be claimed after it was sent. */
export const INVITE_DAYS = 7;
/** Cards prepared and not claimed, in one team. */
export const UNCLAIMED_MAX = 5_000;

/** By the number of invoices that a team has paid: none, one, or more. */
export const TEAM_ALLOWANCES = [
  { invitesADay: 50, claimedMax: 10 },
  { invitesADay: 1_000, claimedMax: 200 },
  { invitesADay: 1_000, claimedMax: 5_000 },
] as const;
export type TeamAllowance = (typeof TEAM_ALLOWANCES)[number];

/** Invites mailed to one address: in all from one team, and the days after which another one may follow. */
export const INVITE_MAILS_MAX = 3;
export const SAME_TEAM_DAYS = 1;
export const OTHER_TEAM_DAYS = 7;
/** How long a mail counts at least, and its link refuses further ones, also if its team is gone. */
export const INVITE_MAILS_DAYS = 90;
