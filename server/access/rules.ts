/**
 * Who may do what. Strangers see what is public; owners may do everything with what they own; administrators run the
 * platform but cannot look into other people's cards or contacts. Every handler asks `can`, `authorize` or `whereCan`,
 * and all three read this table. To add teams, start here (docs/decisions/139).
 */

/** `visitors`: its owner, and everyone while it is public. `ownerOfDeleted`: its owner, even after deleting it. */
export type Audience = 'visitors' | 'owner' | 'ownerOfDeleted';

export const RULES = {
  /** `list` means listing your own cards. */
  card: {
    see: 'visitors',
    list: 'owner',
    edit: 'owner',
    delete: 'owner',
    restore: 'ownerOfDeleted',
    share: 'owner',
    export: 'ownerOfDeleted',
  },
  draft: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  portfolio: { see: 'visitors' },
  /** The names of an account in short addresses, and that nobody else may use them. */
  alias: { see: 'owner', edit: 'owner', export: 'owner' },
  claimedName: { see: 'owner', edit: 'owner' },
  /** The views of a card, their visitors and origins. */
  figures: { see: 'owner', export: 'owner' },
  contact: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  /** Parts of a contact or of the list of contacts. */
  contactNote: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  contactTag: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  contactEvent: { see: 'owner', export: 'owner' },
  contactFilter: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  contactOperation: { see: 'owner', edit: 'owner' },
  metEvent: { see: 'owner', edit: 'owner', export: 'owner' },
  /** Contacts from a file. */
  contactImport: { see: 'owner', edit: 'owner', export: 'owner' },
  /** The archive of a whole account that is brought in. */
  accountImport: { see: 'owner', edit: 'owner' },
  /** That a contact keeps in step with its sender's card: for the contact's owner, and for the sender. */
  contactLink: { see: 'owner', edit: 'owner', export: 'owner' },
  givenLink: { see: 'owner', edit: 'owner', export: 'owner' },
  lead: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  /** A visitor's submission that the owner has not reviewed yet. */
  submission: { see: 'owner', edit: 'owner' },
  block: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  /** An automatic text to a contact. */
  textMessage: { see: 'owner', export: 'owner' },
  /** How many people an account has met, in total and by day. */
  contactCount: { see: 'owner' },
  contactDay: { see: 'owner' },
  /** How an owner is told of what happens, and on which devices. */
  noticeSettings: { see: 'owner', edit: 'owner', export: 'owner' },
  arrival: { see: 'owner', edit: 'owner' },
  pushSubscription: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  reminder: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  /** Copies of their own details sent to people who asked, and deletions announced to the owner. */
  receipt: { export: 'owner' },
  retentionNotice: { edit: 'owner' },
  /** An account's requests to the language model. */
  modelUse: { export: 'owner' },
  account: { see: 'owner', edit: 'owner', delete: 'owner' },
  session: { see: 'owner', delete: 'owner' },
  /** A person at another provider who signs in to the account. */
  linkedIdentity: { see: 'owner', delete: 'owner', export: 'owner' },
  passkey: { see: 'owner', edit: 'owner', delete: 'owner' },
  twoStep: { see: 'owner', edit: 'owner', delete: 'owner' },
  recoveryCode: { see: 'owner', delete: 'owner' },
  rememberedDevice: { see: 'owner', delete: 'owner' },
  subscription: { see: 'owner', export: 'owner' },
  checkout: { edit: 'owner' },
  invoice: { see: 'owner', export: 'owner' },
  membership: { export: 'owner' },
  /** The history of an account. */
  event: { see: 'owner', export: 'owner' },
} as const satisfies Record<string, Record<string, Audience>>;

export type ObjectKind = keyof typeof RULES;
export type ActionOn<K extends ObjectKind> = keyof (typeof RULES)[K] & string;

/** The part of what an account may do that a credential opens: everything, or these actions only. */
export type AccessScope = 'everything' | { readonly [K in ObjectKind]?: readonly ActionOn<K>[] };

export function isInScope<K extends ObjectKind>(scope: AccessScope, kind: K, action: ActionOn<K>): boolean {
  if (scope === 'everything') return true;
  const open: readonly string[] = scope[kind] ?? [];
  return open.includes(action);
}

export const findAudience = <K extends ObjectKind>(kind: K, action: ActionOn<K>): Audience =>
  (RULES[kind] as Record<string, Audience>)[action] ?? 'owner';
