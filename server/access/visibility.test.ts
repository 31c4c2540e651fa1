import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  givesPasses,
  isPublic,
  keptText,
  publicText,
  takesContacts,
  takesLeads,
  takesText,
} from '#server/access/visibility.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const BOTH = [true, false];

/** PostgreSQL's result for a condition over a card `c` and its owner `u`. */
async function ask(card: SQL, owner: SQL, condition: string): Promise<unknown> {
  const { rows } = await server.running.app.db.execute<{ answer: boolean }>(
    sql`select ${sql.raw(condition)} as answer from (select ${card}) as c, (select ${owner}) as u`,
  );
  return rows[0]?.answer;
}

describe('A rule about a card is the same in memory and in SQL', () => {
  it.each(
    BOTH.flatMap((isActive) =>
      BOTH.flatMap((isUnclaimed) =>
        BOTH.flatMap((isVisible) =>
          BOTH.map((isSuspended) => [isActive, isUnclaimed, isVisible, isSuspended] as const),
        ),
      ),
    ),
  )(
    'for strangers, active %s, unclaimed %s, profile visible %s and pages suspended %s',
    async (isActive, isUnclaimed, isProfileVisible, arePagesSuspended) => {
      const stored = await ask(
        sql`${isActive}::boolean as is_active, ${isUnclaimed}::boolean as is_unclaimed`,
        sql`${isProfileVisible}::boolean as is_profile_visible, ${arePagesSuspended}::boolean as are_pages_suspended`,
        publicText('c', 'u'),
      );
      expect(stored).toBe(isPublic({ isActive, isUnclaimed }, { isProfileVisible, arePagesSuspended }));
      expect(stored).toBe(isActive && !isUnclaimed && isProfileVisible && !arePagesSuspended);
    },
  );

  it.each(BOTH.flatMap((isOn) => BOTH.map((takes) => [isOn, takes] as const)))(
    'for its forms, lead form %s and owner takes contacts %s',
    async (leadCaptureEnabled, isExchangeEnabled) => {
      const askFor = (isContact: boolean) =>
        ask(
          sql`${leadCaptureEnabled}::boolean as lead_capture_enabled`,
          sql`${isExchangeEnabled}::boolean as is_exchange_enabled`,
          takesText(String(isContact), 'c', 'u'),
        );
      expect(await askFor(true)).toBe(takesContacts({ isExchangeEnabled }));
      expect(await askFor(false)).toBe(takesLeads({ leadCaptureEnabled }, { isExchangeEnabled }));
      expect(await askFor(false)).toBe(leadCaptureEnabled && isExchangeEnabled);
    },
  );

  it.each([
    [true, true, true, true],
    [true, true, false, false],
    [false, true, true, false],
    [true, false, true, false],
  ])(
    'for wallet passes, active %s, profile visible %s and switch %s',
    (isActive, isProfileVisible, walletEnabled, gives) => {
      const owner = { isProfileVisible, arePagesSuspended: false };
      expect(givesPasses({ isActive, isUnclaimed: false, walletEnabled }, owner)).toBe(gives);
    },
  );

  it('for deleted cards, which are nobody’s to see', async () => {
    expect(await ask(sql`null::timestamptz as deleted_at`, sql`1`, keptText('c'))).toBe(true);
    expect(await ask(sql`now() as deleted_at`, sql`1`, keptText('c'))).toBe(false);
  });
});
