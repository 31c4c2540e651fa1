import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Reads the server's source: only this folder may compare owners, visibility and roles. */

const OWNER = '(?:userId|accountId|cardOwnerId|ownerId)';
const HOLDER = '(?:owner|user|account)';
const OWN_ID = '(?:ctx\\.)?(?:user|account)\\??\\.id';
const SHOWN =
  '(?:isActive|isProfileVisible|arePagesSuspended|isExchangeEnabled|leadCaptureEnabled|walletEnabled)';

/** The forms of such a comparison. */
const DECISIONS = [
  // Joining two tables by owner decides nothing.
  `\\b(?:eq|ne|inArray)\\(\\s*\\w+\\.${OWNER}\\s*,(?!\\s*(?:users|persons)\\.id\\))`,
  `\\b(?:eq|ne|inArray)\\(\\s*\\w+\\.\\w+\\s*,\\s*${OWN_ID}\\)`,
  '\\b(?:user_id|account_id|card_owner_id|owner_id)\\s*(?:=|<>|in\\b)',
  `=\\s*(?:any\\()?\\$\\{${OWN_ID}\\}`,
  `(?:\\b${OWNER}|${HOLDER}\\??\\.id)\\s*[!=]==`,
  `[!=]==\\s*[\\w.?]*(?:${OWNER}|${HOLDER}\\??\\.id)\\b`,
  `\\b(?!businessCards|users)\\w+\\??\\.${SHOWN}\\b`,
  '\\b(?:is_active|is_profile_visible|are_pages_suspended|is_exchange_enabled|lead_capture_enabled|wallet_enabled|deleted_at)\\b',
  'isNull\\(\\w*\\.?deletedAt\\)',
  '\\b(?!users|persons)\\w+\\.isAdmin\\b',
].map((pattern) => new RegExp(pattern, 'g'));

/** Files that compare owners anyway, and why that grants nobody access. */
const JUSTIFIED: readonly [file: RegExp, why: string][] = [
  [/^server\/db\//, 'migrates, counts and indexes what everyone has'],
  [/^server\/cards\/media\/media-owners\.ts$/, 'counts whose files are kept, for the account it is given'],
  [
    /^server\/people\/contacts\/exchange\/(add-statement|(add|hold)-submissions)\.ts$/,
    'counts what each owner has been sent',
  ],
  [
    /^server\/people\/contacts\/(contact-use|contacts\.jobs|note-event|room)\.ts$/,
    'joins owners with what is counted of them and with their settings',
  ],
  [/^server\/people\/import\/undo-import\.ts$/, 'joins tags with the filters of their account'],
  [
    /^server\/money\/billing\/(customer\/(stop-charging|follow-address)|settle-bill|quantity)\.ts$/,
    'settles what the account it is given owes, and finds whose payer it is',
  ],
  [/^server\/messages\/sms\/claim-text\.ts$/, 'counts what each owner has sent'],
  [/^server\/people\/recipients\/receipts\.ts$/, 'counts what each owner has had mailed'],
  [/^server\/cards\/drafts\/ended-drafts\.ts$/, 'remembers what the requester saved, for the requester'],
  [/^server\/operations\/admin\/admin\.ts$/, 'joins users with their numbers of cards'],
  [
    /^server\/operations\/admin\/(find-target|find-team|user)\.ts$/,
    'keeps administrators safe from each other, and tells them what is hidden',
  ],
  [/^server\/operations\/admin\/commands\.ts$/, 'makes administrators on the command line'],
  [
    /^server\/money\/billing\/(webhook|reconcile|test-provider\/seed)\.ts$/,
    'does what the payment provider says',
  ],
  [
    /^server\/portability\/account\/erase-account\.ts$/,
    'finds what goes with the account it is given, and the teams that keep it from going',
  ],
  [/^server\/accounts\/due\/team-needs\.ts$/, 'reads what each of a person’s teams waits for'],
  [/^server\/messages\/model\/budget\.ts$/, 'counts what each account asks of the language model'],
  [/^server\/accounts\/auth\/auth\.ts$/, 'tells an account about itself'],
  [
    /^server\/accounts\/auth\/oidc\/(finish-sign-in|oidc\.routes)\.ts$/,
    'makes sure that a visit to a provider ends in the session it began in',
  ],
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of source, which are read and not run
/** Leaks, each of which is one too if it is written with the account of the call instead of its user. */
const LEAKS = [
  'and(eq(contacts.id, id), eq(contacts.userId, ctx.user.id))',
  'eq(users.id, ctx.user.id)',
  'sql`user_id = ${id}`',
  "sql`where c.card_owner_id in (select 'x')`",
  'sql`${users.id} = ${ctx.user.id}`',
  'if (card.userId !== id) return;',
  'sql`id = any(${user.id})`',
  'if (ctx.user?.id === found.owner.id) return;',
  'if (id !== ctx.user.id) return;',
  'if (owner?.isProfileVisible) return;',
  'sql`c.is_active and u.is_profile_visible`',
  'isNull(businessCards.deletedAt)',
  'if (ctx.user.isAdmin) return;',
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above

const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], {
  encoding: 'utf8',
});
const sources = list
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && fs.existsSync(file))
  .filter((file) => !file.startsWith('server/access/'));

const decisionsIn = (text: string): string[] =>
  DECISIONS.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
const withDecisions = sources.filter((file) => decisionsIn(fs.readFileSync(file, 'utf8')).length > 0);

describe('Who may do what', () => {
  it('is decided in server/access alone', () => {
    const justified = (file: string) => JUSTIFIED.some(([pattern]) => pattern.test(file));
    const wrong = withDecisions
      .filter((file) => !justified(file))
      .flatMap((file) => decisionsIn(fs.readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`));
    expect(wrong).toEqual([]);
  });

  it('is justified elsewhere only where it is done', () => {
    const idle = JUSTIFIED.filter(([pattern]) => !withDecisions.some((file) => pattern.test(file)));
    expect(idle.map(([pattern]) => pattern.source)).toEqual([]);
  });

  it.each(LEAKS.flatMap((leak) => [...new Set([leak, leak.replace(/\buser(?=\b|_id\b|Id\b)/g, 'account')])]))(
    'would be found here: %s',
    (text) => {
      expect(decisionsIn(text)).not.toEqual([]);
    },
  );
});
