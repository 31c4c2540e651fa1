import { EXPORTS, LIST_READS } from '#server/infra/gate.ts';
import { LIMITS } from '#server/infra/http/limits/limits.ts';
import { RECEIPTS_A_DAY } from '#server/people/recipients/receipts.ts';
import {
  BLOCKS_MAX,
  CARD_LIMIT,
  DRAFTS_MAX,
  MEDIA_BYTES_MAX,
  MODEL_CALLS_PER_DAY,
  NETWORK_BYTES_A_DAY,
  SUBMISSIONS_PER_HOUR,
  UNREVIEWED_MAX,
} from '#shared/contract/constants.ts';
import { PUSH_DEVICES_MAX, REMINDERS_MAX } from '#shared/messages/notices.ts';
import { SMS_MONTH_MAX } from '#shared/messages/sms.ts';
import { CARDS_OF_ROOM, CONTACT_ROOM } from '#shared/people/contact-room.ts';
import {
  INVITE_DAYS,
  INVITE_MAILS_MAX,
  INVITES_AT_ONCE,
  LIST_BYTES_MAX,
  LIST_ROWS_MAX,
  OTHER_TEAM_DAYS,
  SAME_TEAM_DAYS,
  TEAM_ALLOWANCES,
  UNCLAIMED_MAX,
} from '#shared/teams/limits.ts';
import { TEAMS_OWNED_MAX } from '#shared/teams/teams.ts';
import { writeTable } from '#test/settings-documents.ts';

/** `docs/limits.md`: each limit as the code has it, and by whom it counts. */

const number = (value: number) => value.toLocaleString('en-US');
const bytes = (value: number) =>
  value < 1024 ** 3 ? `${number(value / 1024 ** 2)} MB` : `${number(value / 1024 ** 3)} GB`;

/** Points and time of a rate limit, such as "120 in 10 minutes". */
function rate(name: keyof typeof LIMITS): string {
  const { points, seconds } = LIMITS[name];
  const times: Record<number, string> = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' };
  return `${number(points)} ${times[seconds] ?? `in ${seconds / 60} minutes`}`;
}

/** With what follows beyond it. */
const growing = (name: keyof typeof LIMITS) =>
  `${rate(name)}, then one after a minute, after two, after four …`;

type Row = readonly [limit: string, most: string, person: string, team: string];
const CALLER = 'whoever calls';
const ACCOUNT = 'the account';
const NETWORK = 'the network address';

const VISITORS: Row[] = [
  ['Contacts shared from one address', rate('exchange'), NETWORK, NETWORK],
  [
    'Contacts shared from one address with one card',
    rate('exchangeWithCard'),
    'address and card',
    'address and card',
  ],
  [
    'Contacts that arrive at once; more wait to be reviewed',
    `${number(SUBMISSIONS_PER_HOUR)} an hour`,
    ACCOUNT,
    'whoever holds the card; cards without a holder together',
  ],
  ['Private pages, opened or used', rate('privatePage'), NETWORK, NETWORK],
  ['Pages of mailed links, opened, and unsubscribing by them', rate('mailedPage'), NETWORK, NETWORK],
  ['Contacts that wait to be reviewed', number(UNREVIEWED_MAX), ACCOUNT, 'the team'],
  ['Copies mailed to people who ask for one', `${number(RECEIPTS_A_DAY)} a day`, ACCOUNT, 'the team'],
  ['Blocked senders', number(BLOCKS_MAX), ACCOUNT, 'the team'],
  ['Automatic texts', `${number(SMS_MONTH_MAX)} a month`, ACCOUNT, 'none are sent'],
];

const CALLS: Row[] = [
  ['Lists, in points', rate('list'), CALLER, CALLER],
  ['Reads of lists at a time', number(LIST_READS.ofAccount), CALLER, CALLER],
  ['Exports, in points', rate('export'), CALLER, CALLER],
  ['Exports at a time', number(EXPORTS.ofAccount), CALLER, CALLER],
  ['Uploads, in points', rate('upload'), CALLER, CALLER],
  ['Drawings, in points', rate('drawing'), CALLER, CALLER],
  ['Changes of cards', rate('cardWrite'), CALLER, CALLER],
  ['Changes of contacts', rate('contactWrite'), CALLER, CALLER],
  ['Changes of settings, members and invites', rate('accountWrite'), CALLER, CALLER],
  ['Imports', rate('import'), CALLER, CALLER],
  ['Requests to the language model', `${number(MODEL_CALLS_PER_DAY)} a day`, ACCOUNT, 'the team'],
];

const KEPT: Row[] = [
  ['Cards', number(CARD_LIMIT), ACCOUNT, 'those of teams, below'],
  [
    'Contacts and leads before it pays',
    `${number(CONTACT_ROOM.trial.people)}, ${bytes(CONTACT_ROOM.trial.bytes)}`,
    ACCOUNT,
    'the team',
  ],
  [
    'Contacts and leads while it pays',
    `${number(CONTACT_ROOM.paying.people)}, ${bytes(CONTACT_ROOM.paying.bytes)}`,
    ACCOUNT,
    `the team, with ${number(CONTACT_ROOM.paying.people / CARDS_OF_ROOM)} for each claimed card once that is more`,
  ],
  [
    'Photos and videos',
    bytes(MEDIA_BYTES_MAX),
    ACCOUNT,
    'the team, with as much again for each claimed card',
  ],
  ['Photos and videos of accounts that don’t pay', `${bytes(NETWORK_BYTES_A_DAY)} a day`, NETWORK, NETWORK],
  ['Drafts of cards', number(DRAFTS_MAX), 'the person', 'the person'],
  ['Reminders', number(REMINDERS_MAX), 'the person', 'the person'],
  ['Devices for notifications', number(PUSH_DEVICES_MAX), 'the person', 'the person'],
];

const [none, once, more] = TEAM_ALLOWANCES;
/** A person's account has none of these. */
const TEAMS: [string, string, string][] = [
  ['Teams owned', number(TEAMS_OWNED_MAX), 'the person'],
  ['Cards claimed before a paid invoice', number(none.claimedMax), 'the team'],
  ['Cards claimed before the second paid invoice', number(once.claimedMax), 'the team'],
  ['Cards claimed after it', number(more.claimedMax), 'the team'],
  ['Cards prepared and not claimed', number(UNCLAIMED_MAX), 'the team'],
  ['People in one call that prepares cards', number(INVITES_AT_ONCE), 'the call'],
  ['People in one list', number(LIST_ROWS_MAX), 'the list'],
  ['Size of a list', bytes(LIST_BYTES_MAX), 'the list'],
  ['Invites mailed before a paid invoice', `${number(none.invitesADay)} in 24 hours`, 'the team'],
  ['Invites mailed after it', `${number(more.invitesADay)} in 24 hours`, 'the team'],
  [
    'Invites mailed to one address by one team',
    `${INVITE_MAILS_MAX} in all, one in ${SAME_TEAM_DAYS * 24} hours`,
    'team and address',
  ],
  ['Invites mailed to one address by other teams', `one in ${OTHER_TEAM_DAYS} days`, 'the address'],
  ['How long an invite can be claimed', `${INVITE_DAYS} days`, 'the invite'],
];

/** Each that says `isForAll`. */
const SECRETS: [string, string, string][] = [
  ['Wrong passwords from one address', rate('signInFailure'), 'the name typed, and address'],
  ['Wrong passwords from all addresses', growing('accountFailure'), 'the account'],
  ['Wrong passwords in a browser that has signed in before', rate('browserFailure'), 'account and browser'],
  ['Wrong passwords while signed in', rate('sessionFailure'), 'the session'],
  ['Wrong codes from one address', rate('codeFailure'), 'account and address'],
  ['Wrong codes from all addresses', growing('accountCodeFailure'), 'the account'],
  [
    'Wrong codes in a browser that has signed in before',
    growing('browserCodeFailure'),
    'account and browser',
  ],
  ['Wrong codes while two-step verification is set up', rate('sessionCodeFailure'), 'the session'],
  ['Wrong recovery codes', rate('recoveryCodeFailure'), 'account and address'],
  ['Requests for mailed links, and uses of them', rate('recovery'), NETWORK],
  ['Addresses found to have an account', rate('addressInUse'), NETWORK],
  ['Changes of email addresses', rate('newAddress'), 'the network address, and whoever calls'],
];

const HEAD = ['limit', 'at most', 'counts, for a person’s card, by', 'for a team’s card, by'];

export const writeLimits = () => `# Limits

An invoice counts as paid if it is over more than $0. Points are what a call costs: rows of a list, or milliseconds of a core.
\`test/limits-document.ts\` writes this page from the code, and \`npm run test:unit -- test/documents.test.ts -u\` writes it anew.

## Visitors

${writeTable([HEAD, ...VISITORS.map((row) => [...row])])}

## Calls

${writeTable([HEAD, ...CALLS.map((row) => [...row])])}

## Secrets

Processes on one database count these together, in a table that a crash or a promotion of the database empties; while the database is away, each counts by itself. Invites, texts and calls of the language model are counted for all, too, in tables that last.
All other points are counted by each process, in memory: with four processes, up to four times as many pass.

${writeTable([['limit', 'at most', 'counts by'], ...SECRETS])}

## Kept

${writeTable([HEAD, ...KEPT.map((row) => [...row])])}

## Teams

${writeTable([['limit', 'at most', 'counts by'], ...TEAMS])}
`;
