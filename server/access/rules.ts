/**
 * Who may do what. Strangers see what is public, owners do everything with what is theirs, and administrators run the
 * platform but look into nobody's cards or contacts. Every handler asks `can`, `authorize` or `whereCan`, which read this
 * table; whoever teaches the product teams begins here.
 */

/** `visitors` is everyone while it is public, and its owner always. `ownerOfDeleted` reaches what the owner deleted, too. */
export type Audience = 'visitors' | 'owner' | 'ownerOfDeleted';

export const RULES = {
  /** `list` is a list of one's own. */
  card: {
    see: 'visitors',
    list: 'owner',
    edit: 'owner',
    delete: 'owner',
    restore: 'ownerOfDeleted',
    share: 'owner',
    export: 'ownerOfDeleted',
  },
  portfolio: { see: 'visitors' },
  /** How often a card was viewed, by whom and from where. */
  figures: { see: 'owner', export: 'owner' },
  contact: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  lead: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  /** What a visitor sent that waits for its owner's decision. */
  submission: { see: 'owner', edit: 'owner' },
  block: { see: 'owner', edit: 'owner', delete: 'owner', export: 'owner' },
  /** How many people an account has met, altogether and by day. */
  contactCount: { see: 'owner' },
  contactDay: { see: 'owner' },
  account: { see: 'owner', edit: 'owner', delete: 'owner' },
  session: { see: 'owner', delete: 'owner' },
  subscription: { see: 'owner', export: 'owner' },
  checkout: { edit: 'owner' },
  invoice: { see: 'owner', export: 'owner' },
  membership: { export: 'owner' },
} as const satisfies Record<string, Record<string, Audience>>;

export type Kind = keyof typeof RULES;
export type ActionOn<K extends Kind> = keyof (typeof RULES)[K] & string;

export const audienceOf = <K extends Kind>(kind: K, action: ActionOn<K>): Audience =>
  (RULES[kind] as Record<string, Audience>)[action] ?? 'owner';
