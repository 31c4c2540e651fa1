import { getTableColumns } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { BRAND_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import { product, read } from './sources.ts';

/** A field that a team may give to its cards is read with the team's brand laid over it (docs/decisions/363). */

const LAYS_OVER = 'lays the brand over what it reads';

/** The files that may read rows of cards, or such a field of one, each with its reason. */
const READERS: Record<string, string> = {
  'server/cards/brand/lay-over.ts': 'is where it is laid over',
  'server/cards/cards/card-versions.ts': LAYS_OVER,
  'server/cards/cards/cards.ts': LAYS_OVER,
  'server/cards/cards/change-card.ts': LAYS_OVER,
  'server/cards/cards/read-card.ts': LAYS_OVER,
  'server/pages/site/portfolio.ts': LAYS_OVER,
  'server/people/contact-links/link-rows.ts': LAYS_OVER,
  'server/sharing/wallet/held-pass.ts': LAYS_OVER,
  'server/accounts/aliases/aliases.ts': 'needs the names in addresses alone',
  'server/cards/cards/write-cards.ts': 'writes rows, and gives them to whoever asked for it',
  'server/people/contact-links/changes.ts': 'compares what `link-rows.ts` and `news.ts` have read',
  'server/people/contacts/phone-region.ts': 'needs the telephone numbers alone',
  'server/portability/account/write-account.ts': 'exports what holders wrote, and the brand beside it',
  'server/portability/archive/plan-card.ts': 'compares cards of persons',
  'server/sharing/wallet/apple-push.ts': 'asks if strangers may see it',
  'server/teams/claims/accept.ts': 'empties what the holder before wrote',
  'server/teams/claims/offer.ts': 'says its label, and if it is deleted',
  'server/teams/invites/change-invite.ts': 'empties what was prepared',
  'server/teams/invites/stop-naming.ts': 'takes the name of whoever comes next away',
  'server/teams/leavers/leavers.ts': 'says whose it was',
  'server/cards/media/card-media.ts': 'links the files of rows; those of the brand are the team’s',
  'server/access/can.ts': 'asks who may see it',
  'server/access/visibility.ts': 'asks who may see it',
};

const columns = getTableColumns(businessCards);
const names = BRAND_FIELD_NAMES.join('|');
const inSql = BRAND_FIELD_NAMES.map((name) => columns[name].name).join('|');
const READS = [
  new RegExp(`\\bbusinessCards\\.(?:${names})\\b`),
  new RegExp(`\\b(?:c|business_cards)\\.(?:${inSql})\\b`),
  /\.select\(\)\s*\.from\(businessCards\)/,
  /:\s*businessCards\b(?!\.)/,
  /\b(?:from|join) business_cards\b[^`]*\breturning \*|select (?:c\.|business_cards\.)?\* from business_cards/,
  /getTableColumns\(businessCards\)/,
  /typeof businessCards\.\$inferSelect/,
  /\.(?:insert|update|delete)\(businessCards\)(?:(?!;)[\s\S])*?\.returning\(\)/,
];

const reads = (source: string) => READS.some((pattern) => pattern.test(source));
const server = product.filter(
  (file) => file.startsWith('server/') && !/\/(?:migrations|schema)\//.test(file),
);

describe('A field that a team may brand', () => {
  it('is read only by files that lay the brand over it, or have a reason not to', () => {
    expect(server.filter((file) => reads(read(file))).sort()).toEqual(Object.keys(READERS).sort());
  });

  it('is laid over where that is the reason', () => {
    const those = Object.keys(READERS).filter((file) => READERS[file] === LAYS_OVER);
    expect(those.filter((file) => !/\blayOver\(/.test(read(file)))).toEqual([]);
  });

  it.each([
    'db.select({ company: businessCards.company })',
    'sql`select c.primary_color from business_cards c`',
    'db.select()\n  .from(businessCards)',
    'db.select({ card: businessCards })',
    'type Row = typeof businessCards.$inferSelect',
    'tx.update(businessCards).set(x).where(y).returning()',
  ])('is seen to be read by: %s', (source) => {
    expect(reads(source)).toBe(true);
  });

  it.each([
    'db.select({ id: businessCards.id }).from(businessCards)',
    "shownField('company')",
    'eq(contacts.company, company)',
  ])('is not read by: %s', (source) => {
    expect(reads(source)).toBe(false);
  });
});
