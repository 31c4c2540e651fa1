import { eq } from 'drizzle-orm';
import type { AppContext, UserRow } from '#server/context.ts';
import { persons } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/** The user that an administrator looks at; throws 404 if there is none. */
export async function findUser(app: Pick<AppContext, 'db'>, id: AccountId): Promise<UserRow> {
  const [user] = await app.db.select().from(persons).where(eq(persons.id, id));
  if (!user) throw new AppError('not_found', 'No user has this ID.');
  return user;
}

/**
 * Likewise, locked until the end of the transaction `tx`, for what takes somebody's access away. Administrators are safe
 * from each other: whoever may act here could otherwise shut out all others.
 */
export async function findTarget(tx: AppContext['db'], id: AccountId): Promise<UserRow> {
  const [user] = await tx.select().from(persons).where(eq(persons.id, id)).for('update');
  if (!user) throw new AppError('not_found', 'No user has this ID.');
  if (user.isAdmin) {
    throw new AppError(
      'conflict',
      `${user.username} is an administrator. Take that right first, on the command line: npm run admin -- revoke ${user.username}`,
    );
  }
  return user;
}

export const targetOf = ({ id, username }: UserRow) => ({ id, name: username });
