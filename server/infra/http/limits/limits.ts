import type { LimitName } from '#shared/contract/api.ts';
import { SUBMISSIONS_PER_HOUR } from '#shared/contract/constants.ts';

/** The rate limits. */

/** Those that count attempts at a secret (`tries.ts`). */
export type TryLimit =
  | 'signInFailure'
  | 'accountFailure'
  | 'browserFailure'
  | 'sessionFailure'
  | 'codeFailure'
  | 'accountCodeFailure'
  | 'browserCodeFailure'
  | 'recoveryCodeFailure';

type InnerLimit =
  | TryLimit
  | 'addressInUse'
  | 'newAddress'
  | 'lookup'
  | 'cardFile'
  | 'teamSearch'
  | 'sessionCodeFailure'
  | 'exchangeWithCard'
  | 'exchangeWith';

export interface Limit {
  points: number;
  seconds: number;
  who: string;
  isPerUser?: boolean;
  /** Every call is refused while this other limit is exceeded for the same key. */
  endsWith?: InnerLimit;
  /** Beyond the limit, one call passes after this many seconds, the next after twice as many, and so on. */
  firstWaitSeconds?: number;
  /**
   * A point is about a millisecond of a core. A call takes this many, and `charge` adds what it turned out to cost.
   */
  perCall?: number;
  /** It guards a secret or money: counted in the database, for all processes (docs/decisions/387). */
  isForAll?: true;
  /** A HEAD of it works as much as a GET, and costs as much. */
  headCosts?: boolean;
}

/**
 * Points per key and how long they last, in seconds. Each process counts for itself what is not for all; a proxy in front
 * may count for all.
 */
export const LIMITS: Record<LimitName | InnerLimit, Limit> = {
  signIn: { points: 100, seconds: 15 * 60, who: 'sign-ins from this address' },
  // Wrong passwords: by strangers from one address, by all strangers together, by a known browser and by a session.
  signInFailure: { isForAll: true, points: 10, seconds: 15 * 60, who: 'failed sign-ins to this account' },
  accountFailure: {
    isForAll: true,
    points: 100,
    seconds: 60 * 60,
    who: 'failed sign-ins to this account',
    firstWaitSeconds: 60,
  },
  browserFailure: { isForAll: true, points: 10, seconds: 15 * 60, who: 'failed sign-ins to this account' },
  sessionFailure: { isForAll: true, points: 10, seconds: 15 * 60, who: 'wrong passwords' },
  register: {
    points: 60,
    seconds: 60 * 60,
    who: 'registrations from this address',
    endsWith: 'addressInUse',
  },
  // Each tells that an address has an account.
  addressInUse: { isForAll: true, points: 10, seconds: 60 * 60, who: 'registrations from this address' },
  // By network address and by account: each mails a link to an address, or tells that it has an account.
  newAddress: {
    isForAll: true,
    points: 20,
    seconds: 60 * 60,
    who: 'changes of the email address',
    endsWith: 'addressInUse',
  },
  // Requests for mailed links and uses of them; how many mails an address gets is decided elsewhere.
  recovery: { isForAll: true, points: 120, seconds: 60 * 60, who: 'requests from this address' },
  // Looking at, and changing, what somebody left with an owner, by their private link.
  privatePage: { points: 120, seconds: 10 * 60, who: 'requests from this address' },
  // Opening pages of mailed links, of prepared cards and of a forgotten password, and unsubscribing, each made anew. An
  // office opens its mails from one address, and providers of mail unsubscribe their users from a few (RFC 8058).
  mailedPage: { points: 3_000, seconds: 10 * 60, who: 'requests from this address' },
  // Asked for by every sign-in page that opens; nothing is stored for one.
  challenge: { points: 600, seconds: 15 * 60, who: 'sign-ins from this address' },
  // Wrong two-step codes after the right password, counted in the same way: 40 a day would find one of a million,
  // three of which are right, in 25 years.
  codeFailure: { isForAll: true, points: 10, seconds: 15 * 60, who: 'wrong codes' },
  accountCodeFailure: {
    isForAll: true,
    points: 30,
    seconds: 24 * 60 * 60,
    who: 'wrong codes',
    firstWaitSeconds: 60,
  },
  browserCodeFailure: {
    isForAll: true,
    points: 10,
    seconds: 60 * 60,
    who: 'wrong codes',
    firstWaitSeconds: 60,
  },
  sessionCodeFailure: { isForAll: true, points: 20, seconds: 15 * 60, who: 'wrong codes' },
  recoveryCodeFailure: { isForAll: true, points: 10, seconds: 15 * 60, who: 'wrong recovery codes' },
  // Checked before the form is read: a busy event must not run into this.
  exchange: { points: 3_000, seconds: 10 * 60, who: 'contacts shared from this address' },
  // By address and card, since people in the same hall share an address.
  exchangeWithCard: { points: 120, seconds: 10 * 60, who: 'contacts shared from this address' },
  // By owner; anything beyond it waits to be reviewed.
  exchangeWith: { points: SUBMISSIONS_PER_HOUR, seconds: 60 * 60, who: 'contacts shared with this person' },
  // By the CPU it took to decode them: some 160 photos of 12 megapixels, or 60 that are hard to decode.
  upload: { points: 50_000, perCall: 150, seconds: 10 * 60, who: 'uploads', isPerUser: true },
  // Lists as their owner reads and searches them, by their rows. Two thousand pages in a row are read without a pause.
  list: {
    points: 50_000,
    perCall: 20,
    headCosts: true,
    seconds: 5 * 60,
    who: 'requests for your lists',
    isPerUser: true,
  },
  // Drawings for an owner, by the CPU they took: each code and background of three cards a few times.
  drawing: {
    points: 60_000,
    perCall: 20,
    seconds: 10 * 60,
    who: 'pictures of your cards',
    isPerUser: true,
  },
  // Each switch and field of the settings is saved on its own.
  accountWrite: { points: 300, seconds: 10 * 60, who: 'changes to your account', isPerUser: true },
  // Each may carry 64 MB of pictures and videos.
  cardWrite: { points: 300, seconds: 10 * 60, who: 'changes to your cards', isPerUser: true },
  // Each may make us call a server of the user's choice.
  pushDevice: { points: 60, seconds: 60 * 60, who: 'devices for notifications', isPerUser: true },
  // The editor sends one about a second after each pause in typing.
  contactWrite: { points: 600, seconds: 10 * 60, who: 'changes to your contacts', isPerUser: true },
  // Each may ask a language model.
  followUps: { points: 120, seconds: 10 * 60, who: 'requests for suggestions', isPerUser: true },
  // Each decodes a photo and asks a language model.
  paperCard: { points: 60, seconds: 10 * 60, who: 'photos of cards', isPerUser: true },
  // Each may be 50 MB and 50,000 contacts.
  import: { points: 30, seconds: 60 * 60, who: 'imports', isPerUser: true },
  draftWrite: { points: 1_500, seconds: 10 * 60, who: 'changes to your drafts', isPerUser: true },
  // The form asks after each pause in typing; each answer tells whether a name is in use.
  nameCheck: { points: 300, seconds: 10 * 60, who: 'name checks', isPerUser: true },
  // Requests whose signature has not been verified yet; a provider sends a handful for each payment.
  webhook: { points: 3_000, seconds: 60, who: 'events from this address' },
  view: { points: 600, seconds: 60, who: 'page views from this address' },
  // Each calls the payment provider, which has limits too.
  billing: { points: 120, seconds: 10 * 60, who: 'payment requests from this address' },
  // By the address of a phone, which thousands may share; each asks once after a change.
  passService: { points: 3_000, seconds: 60, who: 'requests for passes from this address' },
  passRegistration: { points: 120, seconds: 10 * 60, who: 'devices registered from this address' },
  passLog: { points: 60, seconds: 10 * 60, who: 'messages from this address' },
  // Cached results cost no points: these count only looking up and rendering.
  lookup: { points: 300, seconds: 60, who: 'addresses that lead nowhere' },
  // Searches on the pages of teams, and their further pages, each of which reads the team's people.
  teamSearch: { points: 300, seconds: 10 * 60, who: 'searches from this address' },
  cardFile: { points: 300, seconds: 60, who: 'pictures and contact files' },
  // Each draws pages in a child process; the screen asks for a preview at every choice.
  print: { points: 300, seconds: 10 * 60, who: 'PDFs of your cards', isPerUser: true },
  // By the length of the files: sixty small ones, or some of half a million contacts.
  export: { points: 60_000, perCall: 1_000, seconds: 10 * 60, who: 'exports', isPerUser: true },
};
