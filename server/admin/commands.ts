import { eq } from 'drizzle-orm';
import { isLogin } from '#server/auth/auth.ts';
import { reconcile } from '#server/billing/reconcile.ts';
import type { BillingParts } from '#server/billing/sync.ts';
import { users } from '#server/db/schema.ts';
import type { EventLog } from '#server/infra/event-log.ts';

/**
 * What administrators do on the command line, since nobody can become one through the web. Each command returns a
 * message.
 */

export type CommandParts = BillingParts & { events: EventLog };

/** Grants or revokes administrator rights; `login` is a username or an email address, in any case. */
async function setAdmin({ db, events }: CommandParts, login: string, isAdmin: boolean): Promise<string> {
  const [user] = await db.select().from(users).where(isLogin(login)).limit(1);
  if (!user) {
    throw new Error(`Nobody is registered as “${login}”. Give the username that person signs in with.`);
  }
  const who = `${user.fullName} (${user.username})`;
  if (user.isAdmin === isAdmin) {
    return isAdmin ? `${who} is an administrator already.` : `${who} is no administrator.`;
  }
  await db.update(users).set({ isAdmin }).where(eq(users.id, user.id));
  events.note({}, isAdmin ? 'admin_granted' : 'admin_revoked', { targetId: user.id });
  return isAdmin
    ? `${who} is an administrator now, and finds the administration at /admin.`
    : `${who} is no longer an administrator.`;
}

/** Compares with the payment provider, fixes differences, and reports what it did. */
async function reconcileBilling(parts: CommandParts): Promise<string> {
  const said = await reconcile(parts);
  parts.events.note({}, 'billing_reconciled');
  return said.length ? said.join('\n') : 'The payment provider and Goldleaf agree. Nothing was changed.';
}

const LOGIN_COMMANDS: Record<string, (parts: CommandParts, login: string) => Promise<string>> = {
  grant: (parts, login) => setAdmin(parts, login, true),
  revoke: (parts, login) => setAdmin(parts, login, false),
};
const COMMANDS: Record<string, (parts: CommandParts) => Promise<string>> = {
  reconcile: reconcileBilling,
};

const USAGE = `Say what, and for some commands whom:
  npm run admin -- grant USERNAME    makes USERNAME an administrator
  npm run admin -- revoke USERNAME   makes USERNAME an ordinary user again
  npm run admin -- reconcile         compares subscriptions with the payment provider and fixes differences`;

/** The command for these arguments; throws with usage instructions if there is none. */
export function findCommand(words: string[]): (parts: CommandParts) => Promise<string> {
  const [name = '', login, ...more] = words;
  const alone = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (alone && login === undefined) return alone;
  const command = Object.hasOwn(LOGIN_COMMANDS, name) ? LOGIN_COMMANDS[name] : undefined;
  if (!command || !login || more.length > 0) throw new Error(USAGE);
  return (parts) => command(parts, login);
}
