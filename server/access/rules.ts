/**
 * Who may do what. Strangers see what is public; owners may do everything with what they own; team admins run a team's
 * cards, contacts and members; members work with what they hold; administrators run the platform but cannot look into
 * other people's cards or contacts. Every handler asks `can`, `authorize`, `requireTo` or `whereCan`, and all read this
 * table (docs/decisions/139, 354, 356).
 */

/**
 * The part that a caller has in the account they act for. `restingAdmin`: a team admin without the two-step verification
 * that the team requires, who may what a member may. `system`: jobs, and what the payment provider says.
 */
const ROLES = ['owner', 'teamAdmin', 'restingAdmin', 'member', 'administrator', 'system'] as const;
export type AccountRole = (typeof ROLES)[number];

interface Rule {
  roles: readonly AccountRole[];
  /** Members, and resting admins, may with the cards they hold, and with whom they met through them. */
  isForHolders?: true;
  /** Everyone may while it is public. */
  isForVisitors?: true;
  /** It may be done with something deleted, too. */
  includesDeleted?: true;
}

const OWNER: Rule = { roles: ['owner', 'system'] };
/** The owner, and those who run a team's cards and contacts. */
const TEAM: Rule = { roles: ['owner', 'teamAdmin', 'system'] };
const HOLDERS: Rule = { ...TEAM, isForHolders: true };
const VISITORS: Rule = { ...OWNER, isForVisitors: true };
const TEAM_OF_DELETED: Rule = { ...TEAM, includesDeleted: true };
/** Everyone in a team. */
const MEMBERS: Rule = { roles: ['owner', 'teamAdmin', 'restingAdmin', 'member', 'system'] };
/** Its owner, and administrators, who run the platform. */
const PLATFORM: Rule = { roles: ['owner', 'administrator', 'system'] };
/** Nothing that the owner is shown. */
const OPERATORS: Rule = { roles: ['administrator', 'system'] };
/** Jobs alone. */
const SYSTEM_ONLY: Rule = { roles: ['system'] };

export const RULES = {
  /** `add` means making one, `list` listing your own. */
  card: {
    add: TEAM,
    see: { ...HOLDERS, isForVisitors: true },
    list: HOLDERS,
    edit: HOLDERS,
    pause: TEAM,
    delete: TEAM,
    restore: TEAM_OF_DELETED,
    share: HOLDERS,
    export: TEAM_OF_DELETED,
  },
  draft: { add: MEMBERS, see: MEMBERS, edit: MEMBERS, delete: MEMBERS, export: OWNER },
  portfolio: { see: VISITORS },
  /** The names of an account in short addresses, and that nobody else may use them. */
  alias: { see: OWNER, edit: OWNER, export: OWNER },
  claimedName: { see: OWNER, edit: OWNER },
  /** The views of a card, their visitors and origins. */
  figures: { see: HOLDERS, export: TEAM },
  /** The figures of a whole team, and the lines of its cards and of those who hold them. */
  teamFigures: { see: TEAM },
  cardFigures: { see: TEAM },
  holderFigures: { see: TEAM },
  /** `release` gives up what somebody holds: the team keeps it. `export` is a file of many. */
  contact: {
    add: HOLDERS,
    see: HOLDERS,
    edit: HOLDERS,
    release: HOLDERS,
    delete: TEAM,
    export: HOLDERS,
  },
  /** Parts of a contact or of the list of contacts. */
  contactNote: { add: HOLDERS, see: HOLDERS, edit: HOLDERS, delete: HOLDERS, export: HOLDERS },
  contactTag: { see: HOLDERS, edit: TEAM, delete: TEAM, export: TEAM },
  contactEvent: { see: HOLDERS, export: HOLDERS },
  contactFilter: { add: TEAM, see: TEAM, edit: TEAM, delete: TEAM, export: TEAM },
  contactOperation: { add: TEAM, see: TEAM, edit: TEAM },
  metEvent: { add: OWNER, see: OWNER, edit: OWNER, export: OWNER },
  /** Contacts from a file. */
  contactImport: { add: TEAM, see: TEAM, edit: TEAM, export: TEAM },
  /** The archive of a whole account that is brought in. */
  accountImport: { add: OWNER, see: OWNER, edit: OWNER },
  /** That a contact keeps in step with its sender's card: for the contact's owner, and for the sender. */
  contactLink: { see: TEAM, edit: TEAM, export: OWNER },
  givenLink: { see: OWNER, edit: OWNER, export: OWNER },
  lead: { see: HOLDERS, edit: HOLDERS, release: HOLDERS, delete: TEAM, export: HOLDERS },
  /** People whom a member deleted, and the team keeps. */
  release: { see: TEAM, edit: TEAM },
  /** A visitor's submission that the owner has not reviewed yet. */
  submission: { see: TEAM, edit: TEAM },
  block: { add: TEAM, see: TEAM, edit: TEAM, delete: TEAM, export: TEAM },
  /** An automatic text to a contact. */
  textMessage: { see: TEAM, export: TEAM },
  /** How many people an account has met, in total and by day. */
  contactCount: { see: TEAM },
  contactDay: { see: TEAM },
  /** Likewise of a team, by holder. */
  peopleDay: { see: SYSTEM_ONLY },
  contactUse: { see: SYSTEM_ONLY },
  /** How contacts are found that may be one person. */
  contactMatch: { see: SYSTEM_ONLY },
  /** How an owner is told of what happens, and on which devices. */
  noticeSettings: { see: OWNER, edit: OWNER, export: OWNER },
  arrival: { see: OWNER, edit: OWNER, delete: SYSTEM_ONLY },
  pushSubscription: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  reminder: { add: MEMBERS, see: MEMBERS, edit: MEMBERS, delete: MEMBERS, export: OWNER },
  /** Copies of their own details sent to people who asked, and deletions announced to the owner. */
  receipt: { export: OWNER },
  retentionNotice: { see: SYSTEM_ONLY, edit: OWNER, delete: OWNER },
  /** An account's requests to the language model. */
  modelUse: { export: OWNER },
  /** The team itself: its name and look, its members, and who is asked to join. */
  team: { see: MEMBERS, export: MEMBERS, edit: OWNER, delete: PLATFORM, restore: PLATFORM, transfer: OWNER },
  /** All that its cards take over from it. */
  brand: { see: TEAM, edit: TEAM, export: TEAM },
  /** The public page of a team, and that a held card is on it. */
  teamPage: { see: MEMBERS, edit: TEAM },
  teamMember: { see: MEMBERS, edit: TEAM, delete: TEAM, export: TEAM },
  /** People from a file, for each of whom a card is prepared. */
  teamList: { add: TEAM, see: TEAM, edit: TEAM },
  invite: { add: TEAM, see: TEAM, edit: TEAM, delete: TEAM, export: TEAM },
  /** That a card was handed from one person to another, and who left the team. */
  succession: { add: TEAM, see: TEAM, edit: TEAM },
  leaver: { see: TEAM, edit: TEAM },
  /** That an address was mailed for a team. */
  inviteMail: { see: SYSTEM_ONLY },
  account: { see: OWNER, edit: PLATFORM, delete: OWNER, export: OWNER },
  session: { see: PLATFORM, delete: OWNER, export: OWNER },
  /** A person at another provider who signs in to the account. */
  linkedIdentity: { see: OWNER, delete: OWNER, export: OWNER },
  passkey: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  twoStep: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER },
  recoveryCode: { see: OWNER, delete: OWNER },
  rememberedDevice: { see: OWNER, delete: OWNER },
  /** Nobody lists these: anyone with a link may use it. */
  mailedLink: { edit: SYSTEM_ONLY },
  subscription: { see: OWNER, edit: OWNER, export: OWNER },
  checkout: { add: OWNER, edit: OWNER },
  invoice: { see: PLATFORM, export: OWNER },
  invoiceDetails: { see: OWNER, export: OWNER },
  billingNotice: { see: SYSTEM_ONLY },
  /** An event of the payment provider. */
  billingEvent: { see: OPERATORS },
  /** That a person is in a team, for themselves. */
  membership: { see: MEMBERS, export: OWNER },
  /** The history of an account. */
  event: { see: OWNER, export: OWNER },
  /** Likewise of a team: who did what, and to whom. */
  teamEvent: { see: TEAM },
} as const satisfies Record<string, Record<string, Rule>>;

export type ObjectKind = keyof typeof RULES;
export type ActionOn<K extends ObjectKind> = keyof (typeof RULES)[K] & string;

/** The part of what an account may do that a credential opens: everything, or these actions only. */
export type AccessScope = 'everything' | { readonly [K in ObjectKind]?: readonly ActionOn<K>[] };

/** True for those who may only with what they hold. */
export const isMemberOnly = (role: AccountRole): boolean => role === 'member' || role === 'restingAdmin';

/** True if a role may, at least with what the caller holds. */
const isForRole = ({ roles, isForHolders }: Rule, role: AccountRole): boolean =>
  roles.includes(role) || (isMemberOnly(role) && isForHolders === true);

/** True if a role may only with what the caller holds. */
export const isForHeldOnly = ({ roles }: Rule, role: AccountRole): boolean => !roles.includes(role);

export const ruleOf = <K extends ObjectKind>(kind: K, action: ActionOn<K>): Rule =>
  RULES[kind][action] as Rule;

export function isInScope<K extends ObjectKind>(scope: AccessScope, kind: K, action: ActionOn<K>): boolean {
  if (scope === 'everything') return true;
  const open: readonly string[] = scope[kind] ?? [];
  return open.includes(action);
}

/** True if a caller may do this with what their account has: their role may, and their credential opens it. */
export const mayAs = <K extends ObjectKind>(
  { role, scope }: { role: AccountRole | null; scope: AccessScope },
  kind: K,
  action: ActionOn<K>,
): boolean => role !== null && isForRole(ruleOf(kind, action), role) && isInScope(scope, kind, action);
