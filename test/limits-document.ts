import { EXPORTS, LIST_READS } from '#server/infra/gate.ts';
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
import { read } from '#test/sources.ts';

/** `docs/limits.md`: each limit as the code has it, and by whom it counts. */

const number = (value: number) => value.toLocaleString('en-US');
const bytes = (value: number) =>
  value < 1024 ** 3 ? `${number(value / 1024 ** 2)} MB` : `${number(value / 1024 ** 3)} GB`;

/** Points and time of a rate limit, such as "120 in 10 minutes". */
function rate(name: string): string {
  const source = read('server/infra/http/rate-limit.ts');
  const [, points = '', seconds = ''] =
    new RegExp(`\\b${name}: \\{\\s*points: ([\\d_]+),[^}]*?seconds: ([\\d *]+),`).exec(source) ?? [];
  const minutes = seconds.split('*').reduce((product, factor) => product * Number(factor), 1) / 60;
  if (!points || !minutes) throw new Error(`No rate limit is named ${name}.`);
  const times: Record<number, string> = { 1: 'a minute', 60: 'an hour' };
  return `${number(Number(points.replaceAll('_', '')))} ${times[minutes] ?? `in ${minutes} minutes`}`;
}

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
  ['Contacts that wait to be reviewed', number(UNREVIEWED_MAX), ACCOUNT, 'the team'],
  ['Copies mailed to people who ask for one', `${number(RECEIPTS_A_DAY)} a day`, ACCOUNT, 'the team'],
  ['Blocked senders', number(BLOCKS_MAX), ACCOUNT, 'the team'],
  ['Automatic texts', `${number(SMS_MONTH_MAX)} a month`, ACCOUNT, 'the team'],
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

const HEAD = ['limit', 'at most', 'counts, for a person’s card, by', 'for a team’s card, by'];

export const writeLimits = () => `# Limits

An invoice counts as paid if it is over more than $0. Points are what a call costs: rows of a list, or milliseconds of a core.
\`test/limits-document.ts\` writes this page from the code, and \`npm run test:unit -- test/documents.test.ts -u\` writes it anew.

## Visitors

${writeTable([HEAD, ...VISITORS.map((row) => [...row])])}

## Calls

${writeTable([HEAD, ...CALLS.map((row) => [...row])])}

## Kept

${writeTable([HEAD, ...KEPT.map((row) => [...row])])}

## Teams

${writeTable([['limit', 'at most', 'counts by'], ...TEAMS])}
`;
