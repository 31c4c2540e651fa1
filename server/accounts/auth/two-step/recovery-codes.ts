import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { recoveryCodes } from '#server/db/schema/accounts.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Ten codes to write down, each of which replaces a code of the authenticator once. */

const CODES = 10;
/** Crockford's base32: no letter looks like another or like a digit. 12 of them are 60 bits, too many to try. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** As it was made, however it was typed: in capitals, without dashes, with an O for a zero. */
const toPlain = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^\da-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');

const hashCode = ({ keyedHash }: Pick<AppContext, 'keyedHash'>, userId: AccountId, code: string) =>
  keyedHash('recovery-code', `${userId} ${toPlain(code)}`);

/** Makes new codes for an account and returns them; the old ones are void. Only here are they ever readable. */
export async function makeRecoveryCodes(
  app: Pick<AppContext, 'keyedHash' | 'now'>,
  tx: Db,
  userId: AccountId,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(recoveryCodes).where(whereCan(systemFor(userId), 'delete', 'recoveryCode'));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashCode(app, userId, code), createdAt: app.now() })));
  return codes;
}

/** Uses up a code, if the account has it; of many attempts at once one succeeds. */
export async function takeRecoveryCode(
  app: Pick<AppContext, 'keyedHash'>,
  tx: Db,
  userId: AccountId,
  code: string,
): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(
      and(
        whereCan(systemFor(userId), 'delete', 'recoveryCode'),
        eq(recoveryCodes.codeHash, hashCode(app, userId, code)),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}
