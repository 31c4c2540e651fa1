import type { Logger } from 'pino';
import { networkOf } from '#server/infra/network.ts';

/**
 * The events of accounts, for later investigations: who signed in, who was refused, what administrators did. An
 * event carries ids and the network part of the address, never what was typed, a token or a password.
 */

const EVENTS = {
  registered: 'Someone registered',
  signed_in: 'Someone signed in',
  sign_in_refused: 'A sign-in was refused',
  signed_out: 'Someone signed out',
  session_ended: 'A session was ended from another one',
  password_refused: 'A password asked for in a session was refused',
  identity_confirmed: 'Someone confirmed their identity',
  password_changed: 'A password was changed',
  email_changed: 'An email address was changed',
  password_reset: 'A password was set through an emailed link',
  email_confirmed: 'An email address was confirmed',
  email_released: 'An email address was released by its owner',
  reset_link_made: 'A link to set a new password was made on the command line',
  two_step_removed: 'Two-step verification was turned off on the command line',
  username_changed: 'A username was changed',
  reported_not_me: 'Someone reported an unauthorized change',
  account_suspended: 'An administrator suspended an account',
  account_restored: 'An administrator restored an account',
  sessions_ended: 'An administrator ended the sessions of an account',
  every_session_ended: 'Everyone was signed out on the command line',
  reset_sent: 'An administrator sent a password reset',
  identity_linked: 'A sign-in with a provider was linked to an account',
  identity_unlinked: 'A sign-in with a provider was removed from an account',
  account_deleted: 'An account was deleted',
  mail_refused: 'A mail server rejected an address',
  access_refused: 'A call was refused',
  admin_granted: 'Someone became an administrator',
  admin_revoked: 'Someone is no longer an administrator',
  trial_extended: 'An administrator extended a trial',
  team_handed_over: 'A team got another owner',
  team_deleted: 'A team was deleted',
  team_restored: 'A team was restored',
  team_erased: 'A deleted team was deleted for good',
  job_retried: 'An administrator retried a job',
  restoration_released: 'A restored copy was released',
  billing_reconciled: 'Subscriptions were compared with the payment provider',
} as const;

export type EventName = keyof typeof EVENTS;

/** Where an event comes from; without an address, it comes from this machine. */
export interface EventSource {
  requestId?: string;
  address?: string;
}

export interface EventDetails {
  /** Who did it, or whose account was tried. */
  userId?: string | undefined;
  /** The user or item it was done to. */
  targetId?: string | undefined;
  /** The code of a refusal, or what was refused. */
  reason?: string | undefined;
}

export interface EventLog {
  note(source: EventSource, event: EventName, details?: EventDetails): void;
}

const WINDOW_MS = 60_000;
/**
 * Refusals cost a stranger nothing, so they are limited per minute, by network and in total, lest they fill the disk.
 */
const REFUSALS_OF_NETWORK = 60;
const REFUSALS = 600;

/** Writes events as lines to the log. */
export function createEventLog(log: Logger, now: () => Date): EventLog {
  const refusals = new Map<string, number>();
  let windowStart = 0;
  let total = 0;

  const hasRoom = (network: string) => {
    const time = now().getTime();
    if (Math.abs(time - windowStart) >= WINDOW_MS) {
      refusals.clear();
      total = 0;
      windowStart = time;
    }
    const count = (refusals.get(network) ?? 0) + 1;
    if (count > REFUSALS_OF_NETWORK || total >= REFUSALS) return false;
    refusals.set(network, count);
    total += 1;
    if (count === REFUSALS_OF_NETWORK || total === REFUSALS) {
      log.warn({ network: total === REFUSALS ? null : network }, 'More refusals this minute aren’t logged');
    }
    return true;
  };

  return {
    note({ requestId, address }, event, details = {}) {
      const network = address === undefined ? null : networkOf(address);
      if (event.endsWith('_refused') && !hasRoom(network ?? '')) return;
      log.info({ event, requestId, network, ...details }, EVENTS[event]);
    },
  };
}
