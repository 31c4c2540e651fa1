import { eq } from 'drizzle-orm';
import { issueLink } from '#server/accounts/auth/mailed-links.ts';
import { isLogin } from '#server/accounts/auth/match-login.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { endEverySession } from '#server/accounts/auth/session-tokens.ts';
import { removeTwoStep } from '#server/accounts/auth/two-step/remove-two-step.ts';
import type { Config } from '#server/config/config.ts';
import { persons, users } from '#server/db/schema/users.ts';
import type { EventLog } from '#server/infra/event-log.ts';
import { HELD_NOTICE } from '#server/infra/hold/hold.ts';
import { withPairPlace } from '#server/infra/hold/open-stores.ts';
import { adoptFiles } from '#server/infra/hold/paired-files.ts';
import { isHeld } from '#server/infra/hold/restored.ts';
import type { Mailer } from '#server/infra/mail/mail.ts';
import type { Places } from '#server/infra/places.ts';
import { reconcile } from '#server/money/billing/reconcile.ts';
import type { BillingParts } from '#server/money/billing/sync.ts';
import { appoint } from '#server/operations/admin/appoint.ts';
import { recordAct } from '#server/operations/admin/audit.ts';
import { targetOf } from '#server/operations/admin/find-target.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import { sendTestMail } from './test-mail.ts';

/**
 * The administrators' commands, since nobody can become one through the web. Each command returns a
 * message.
 */

export type CommandParts = BillingParts & {
  events: EventLog;
  mailer: Mailer;
  config: Config;
  places: Places;
};

async function findUser({ db }: CommandParts, login: string) {
  const [user] = await db.select().from(persons).where(isLogin(login)).limit(1);
  if (user) return user;
  throw new Error(`No one is registered as “${login}”. Enter the username they sign in with.`);
}

/** Grants or revokes administrator rights; `login` is a username or an email address, in any case. */
async function setAdmin(parts: CommandParts, login: string, isAdmin: boolean): Promise<string> {
  const { db, events, now } = parts;
  const user = await findUser(parts, login);
  const who = `${user.fullName} (${user.username})`;
  if (user.isAdmin === isAdmin) {
    return isAdmin ? `${who} is an administrator already.` : `${who} is no administrator.`;
  }
  await db.transaction(async (tx) => {
    await tx.update(users).set({ isAdmin }).where(eq(users.id, user.id));
    const action = isAdmin ? 'admin_granted' : 'admin_revoked';
    await recordAct({ now }, tx, { action, target: targetOf(user), reason: '' });
  });
  events.note({}, isAdmin ? 'admin_granted' : 'admin_revoked', { targetId: user.id });
  return isAdmin
    ? `${who} is now an administrator, and can open /admin.`
    : `${who} is no longer an administrator.`;
}

/** Makes a link to set a new password, for a server that sends no mail; `login` as for `setAdmin`. */
async function printResetLink(parts: CommandParts, login: string): Promise<string> {
  const user = await findUser(parts, login);
  const { username, fullName, id: userId } = user;
  const link = { purpose: 'reset', userId, mailedTo: null, validMs: HOUR_MS };
  const url = await parts.db.transaction(async (tx) => {
    await recordAct({ now: parts.now }, tx, { action: 'reset_printed', target: targetOf(user), reason: '' });
    return issueLink(parts, tx, link);
  });
  parts.events.note({}, 'reset_link_made', { targetId: userId });
  return `With this link, ${fullName} (${username}) can set a new password. It works once, for one hour:\n${url}`;
}

/** Removes the two-step codes of someone who lost them, and tells them by mail: somebody else may have asked. */
async function removeCodes(parts: CommandParts, login: string): Promise<string> {
  const user = await findUser(parts, login);
  const { username, fullName, id } = user;
  const wereOn = await parts.db.transaction(async (tx) => {
    if (!(await removeTwoStep(tx, id))) return false;
    await noticeOwner({ ...parts, requester: undefined }, tx, user, 'two_step_off');
    await recordAct({ now: parts.now }, tx, { action: 'codes_removed', target: targetOf(user), reason: '' });
    return true;
  });
  const who = `${fullName} (${username})`;
  if (!wereOn) return `${who} has two-step verification turned off.`;
  parts.events.note({}, 'two_step_removed', { targetId: id });
  return `${who} now signs in without two-step verification.`;
}

/** After a leak: whoever is signed in has to sign in again. */
async function signEveryoneOut(parts: CommandParts): Promise<string> {
  const count = await endEverySession(parts);
  parts.events.note({}, 'every_session_ended');
  return `Everyone is signed out: ${count} ${count === 1 ? 'session' : 'sessions'}.`;
}

/** Compares with the payment provider, fixes differences, and reports what it did. */
async function reconcileBilling(parts: CommandParts, endsOrphans: boolean): Promise<string> {
  if (await isHeld(parts.db)) throw new Error(`Nothing was compared. ${HELD_NOTICE}`);
  const said = await reconcile(parts, { endsOrphans });
  parts.events.note({}, 'billing_reconciled');
  return said.length ? said.join('\n') : 'The payment provider and Goldleaf agree. Nothing was changed.';
}

const LOGIN_COMMANDS: Record<string, (parts: CommandParts, login: string) => Promise<string>> = {
  grant: (parts, login) => setAdmin(parts, login, true),
  revoke: (parts, login) => setAdmin(parts, login, false),
  reset: printResetLink,
  'reset --codes': removeCodes,
};
const COMMANDS: Record<string, (parts: CommandParts) => Promise<string>> = {
  reconcile: (parts) => reconcileBilling(parts, false),
  'reconcile --end-orphans': (parts) => reconcileBilling(parts, true),
  'end-sessions': signEveryoneOut,
  'adopt-files': ({ db, config }) => withPairPlace(config, (place) => adoptFiles(db, place)),
};

const USAGE = `Say what, and for some commands whom:
  npm run admin -- grant USERNAME    makes USERNAME an administrator
  npm run admin -- revoke USERNAME   makes USERNAME an ordinary user again
  npm run admin -- reset USERNAME    prints a link with which USERNAME can set a new password
  npm run admin -- reset --codes USERNAME  turns off two-step verification for USERNAME
  npm run admin -- appoint TEAM USERNAME --reason "…"  makes USERNAME the owner of a team that has lost its own
  npm run admin -- reconcile         compares subscriptions with the payment provider and fixes differences
  npm run admin -- reconcile --end-orphans  also deletes the customers it listed whose accounts are gone
  npm run admin -- end-sessions      signs everyone out, as after a leak
  npm run admin -- adopt-files       says that the files in DATA_DIR, which you moved there, are this database's
  npm run admin -- media-move        copies files to the bucket of S3_BUCKET, also while Goldleaf runs; again after the restart with MEDIA_STORE=s3
  npm run admin -- media-move --to disk  copies them back to DATA_DIR
  npm run admin -- media-move --check  says what the bucket has and no row knows, and the other way round
  npm run admin -- release-restored  shows what waits in a restored copy, and has it sent or dropped
  npm run admin -- mail test ADDRESS sends a mail now and says what the mail server answered
  npm run admin -- move-to DATABASE_URL  copies the embedded database into an empty one of yours, while Goldleaf is stopped
  npm run admin -- upgrade-database  brings the embedded database to a newer PostgreSQL, while Goldleaf is stopped
  npm run admin -- upgrade-database --remove-old  deletes the old one, which that keeps`;

/** Makes somebody the owner of a team. */
async function appointTo(parts: CommandParts, team: string, username: string, reason: string) {
  const { name, owner } = await appoint(parts, team, { username, reason });
  return `${owner} is the owner of the team ${name} now. Whoever owned it before is a team admin.`;
}

/** A command with its option is a command of its own, wherever the option stands. */
const OPTIONS: Record<string, string> = { reset: '--codes', reconcile: '--end-orphans' };

function joinOption([name = '', ...rest]: string[]): string[] {
  const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  if (!option || !rest.includes(option)) return [name, ...rest];
  return [`${name} ${option}`, ...rest.filter((word) => word !== option)];
}

/** The command for these arguments; throws with usage instructions if there is none. */
export function findCommand(words: string[]): (parts: CommandParts) => Promise<string> {
  const [name = '', login, ...more] = joinOption(words);
  const alone = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (alone && login === undefined) return alone;
  const [address] = more;
  if (name === 'mail' && login === 'test' && address && more.length === 1) {
    return (parts) => sendTestMail(parts, address);
  }
  const [username, option, reason] = more;
  if (
    name === 'appoint' &&
    login &&
    username &&
    option === '--reason' &&
    reason?.trim() &&
    more.length === 3
  ) {
    return (parts) => appointTo(parts, login, username, reason.trim());
  }
  const command = Object.hasOwn(LOGIN_COMMANDS, name) ? LOGIN_COMMANDS[name] : undefined;
  if (!command || !login || more.length > 0) throw new Error(USAGE);
  return (parts) => command(parts, login);
}
