import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { listKept } from './kept-data.ts';

/** Every table, by the line of the privacy policy that says what is kept there. */
const TABLES: Record<string, string[]> = {
  'Your account': [
    ...['linked_identities', 'passkeys', 'recovery_codes', 'team_members', 'teams', 'two_step'],
    ...['user_counts', 'users'],
  ],
  'Cards, photos and videos': [
    ...['business_cards', 'card_changes', 'card_media', 'media', 'media_owners', 'media_reservations'],
  ],
  'Former versions of a team’s cards': ['card_versions'],
  'What a team gives to its cards': ['team_brand'],
  'Drafts of cards': ['card_drafts', 'ended_drafts'],
  'Names in short links': ['aliases', 'claimed_names'],
  'NFC tags': ['nfc_tags'],
  'Contacts and leads': [
    ...['contact_days', 'contact_filters', 'contact_history', 'contact_keys', 'contact_matches'],
    ...['contact_media', 'contact_notes', 'contact_operations', 'contact_tags', 'contact_undo_rows'],
    ...['contact_use', 'contact_use_changes', 'contacts', 'distinct_contacts', 'lead_captures', 'met_events'],
  ],
  'That something was deleted': ['tombstones'],
  'Automatic updates between contacts': ['contact_links'],
  'Suggestions for follow-ups': ['kept_follow_ups'],
  'How much you used AI': ['model_use'],
  Notifications: ['arrivals', 'notice_settings', 'retention_notices'],
  'Devices that show your notifications': ['push_subscriptions'],
  Reminders: ['reminders'],
  'Copies and consents': ['receipt_days', 'receipts'],
  'Imports of contacts': ['contact_import_rows', 'contact_imports'],
  'Archives you import': ['account_imports'],
  'Messages waiting for review': ['unreviewed_submissions'],
  'Consent to a text message, and what happened to it': ['text_messages'],
  'Who opted out of texts': ['text_numbers'],
  'Blocked senders': ['sender_blocks'],
  'Views of cards': ['card_days', 'card_hours', 'card_views', 'card_visitors'],
  'Figures of a team': [
    'team_card_days',
    'team_card_figures',
    'team_figures',
    'team_holder_figures',
    'team_people_days',
    'team_sums',
  ],
  'Phones with a card in Apple Wallet': ['apple_devices', 'apple_passes', 'apple_registrations'],
  'Cards in Google Wallet': ['google_passes'],
  'Sign-ins': ['sessions'],
  'The history of your account': ['account_events'],
  'What administrators did': ['admin_actions'],
  'Links in emails that let you act': ['mailed_links'],
  'Invites to cards of a team': ['team_invites', 'team_mails', 'team_refusals'],
  'That your card is on the page of your team': ['team_page_cards'],
  'Lists by which a team prepares cards': ['team_list_rows', 'team_lists'],
  'Cards of a team that were handed over': ['card_successions'],
  'People who left a team': ['team_leavers'],
  'What members of a team deleted': ['released_people'],
  'Devices trusted for two-step verification': ['remembered_devices'],
  'Subscription and invoices': [
    ...['billing_events', 'billing_notices', 'billing_reports', 'checkouts', 'invoices', 'subscriptions'],
    ...['invoice_details', 'test_provider_objects'],
  ],
  'The end of a subscription of a deleted account': ['billing_endings'],
  'Subscriptions that a restored backup doesn’t know': ['noted_customers'],
};
/** They say nothing about anybody; the counts, sums and challenges are under keyed hashes, for days. */
const OF_NOBODY = [
  ...[
    'erasures',
    'kept_files',
    'limit_counts',
    'media_network_days',
    'online_indexes',
    'platform_counts',
    'restorations',
  ],
  ...['rollup_backfills', 'secrets', 'used_challenges'],
];

it('says of every table what is kept in it', () => {
  const schemas = import.meta.glob<Record<string, unknown>>(['../../db/schema/*.ts', '!**/*.test.ts'], {
    eager: true,
  });
  const tables = Object.values(schemas).flatMap((schema) =>
    Object.values(schema).flatMap((one) => (is(one, PgTable) ? getTableName(one) : [])),
  );
  const known = [...Object.values(TABLES).flat(), ...OF_NOBODY];
  expect([...new Set(tables)].sort()).toEqual(known.sort());
  const lines = listKept({ viewsMonths: undefined }).map(({ what }) => what);
  expect(Object.keys(TABLES).filter((what) => !lines.includes(what))).toEqual([]);
});
