/**
 * Who may do what. Strangers see what is public; owners may do everything with what they own; administrators run the
 * platform but cannot look into other people's cards or contacts. Every handler asks `can`, `authorize` or `whereCan`,
 * and all three read this table. To add teams, start here (docs/decisions/139, 354).
 */

/** The part that a caller has in the account they act for. `system`: jobs, and what the payment provider says. */
const ROLES = ['owner', 'administrator', 'system'] as const;
export type AccountRole = (typeof ROLES)[number];

interface Rule {
  roles: readonly AccountRole[];
  /** Everyone may while it is public. */
  isForVisitors?: true;
  /** It may be done with something deleted, too. */
  includesDeleted?: true;
}

const OWNER: Rule = { roles: ['owner', 'system'] };
const VISITORS: Rule = { ...OWNER, isForVisitors: true };
const OWNER_OF_DELETED: Rule = { ...OWNER, includesDeleted: true };
/** Its owner, and administrators, who run the platform. */
const PLATFORM: Rule = { roles: ['owner', 'administrator', 'system'] };
/** Nothing that the owner is shown. */
const OPERATORS: Rule = { roles: ['administrator', 'system'] };
/** Jobs alone. */
const SYSTEM_ONLY: Rule = { roles: ['system'] };

export const RULES = {
  /** `add` means making one, `list` listing your own. */
  card: {
    add: OWNER,
    see: VISITORS,
    list: OWNER,
    edit: OWNER,
    delete: OWNER,
    restore: OWNER_OF_DELETED,
    share: OWNER,
    export: OWNER_OF_DELETED,
  },
  draft: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  portfolio: { see: VISITORS },
  /** The names of an account in short addresses, and that nobody else may use them. */
  alias: { see: OWNER, edit: OWNER, export: OWNER },
  claimedName: { see: OWNER, edit: OWNER },
  /** The views of a card, their visitors and origins. */
  figures: { see: OWNER, export: OWNER },
  contact: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  /** Parts of a contact or of the list of contacts. */
  contactNote: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  contactTag: { see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  contactEvent: { see: OWNER, export: OWNER },
  contactFilter: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  contactOperation: { add: OWNER, see: OWNER, edit: OWNER },
  metEvent: { add: OWNER, see: OWNER, edit: OWNER, export: OWNER },
  /** Contacts from a file. */
  contactImport: { add: OWNER, see: OWNER, edit: OWNER, export: OWNER },
  /** The archive of a whole account that is brought in. */
  accountImport: { add: OWNER, see: OWNER, edit: OWNER },
  /** That a contact keeps in step with its sender's card: for the contact's owner, and for the sender. */
  contactLink: { see: OWNER, edit: OWNER, export: OWNER },
  givenLink: { see: OWNER, edit: OWNER, export: OWNER },
  lead: { see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  /** A visitor's submission that the owner has not reviewed yet. */
  submission: { see: OWNER, edit: OWNER },
  block: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  /** An automatic text to a contact. */
  textMessage: { see: OWNER, export: OWNER },
  /** How many people an account has met, in total and by day. */
  contactCount: { see: OWNER },
  contactDay: { see: OWNER },
  contactUse: { see: SYSTEM_ONLY },
  /** How contacts are found that may be one person. */
  contactMatch: { see: SYSTEM_ONLY },
  /** How an owner is told of what happens, and on which devices. */
  noticeSettings: { see: OWNER, edit: OWNER, export: OWNER },
  arrival: { see: OWNER, edit: OWNER, delete: SYSTEM_ONLY },
  pushSubscription: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  reminder: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER, export: OWNER },
  /** Copies of their own details sent to people who asked, and deletions announced to the owner. */
  receipt: { export: OWNER },
  retentionNotice: { see: SYSTEM_ONLY, edit: OWNER, delete: OWNER },
  /** An account's requests to the language model. */
  modelUse: { export: OWNER },
  account: { see: OWNER, edit: PLATFORM, delete: OWNER },
  session: { see: PLATFORM, delete: OWNER },
  /** A person at another provider who signs in to the account. */
  linkedIdentity: { see: OWNER, delete: OWNER, export: OWNER },
  passkey: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER },
  twoStep: { add: OWNER, see: OWNER, edit: OWNER, delete: OWNER },
  recoveryCode: { see: OWNER, delete: OWNER },
  rememberedDevice: { see: OWNER, delete: OWNER },
  /** Nobody lists these: anyone with a link may use it. */
  mailedLink: { edit: SYSTEM_ONLY },
  subscription: { see: OWNER, edit: OWNER, export: OWNER },
  checkout: { add: OWNER, edit: OWNER },
  invoice: { see: PLATFORM, export: OWNER },
  billingNotice: { see: SYSTEM_ONLY },
  /** An event of the payment provider. */
  billingEvent: { see: OPERATORS },
  membership: { export: OWNER },
  /** The history of an account. */
  event: { see: OWNER, export: OWNER },
} as const satisfies Record<string, Record<string, Rule>>;

export type ObjectKind = keyof typeof RULES;
export type ActionOn<K extends ObjectKind> = keyof (typeof RULES)[K] & string;

/** The part of what an account may do that a credential opens: everything, or these actions only. */
export type AccessScope = 'everything' | { readonly [K in ObjectKind]?: readonly ActionOn<K>[] };

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
): boolean => role !== null && ruleOf(kind, action).roles.includes(role) && isInScope(scope, kind, action);
