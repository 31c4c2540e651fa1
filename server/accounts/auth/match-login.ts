import { eq, or } from 'drizzle-orm';
import { foldCase } from '#server/db/columns.ts';
import { users } from '#server/db/schema/users.ts';

/** The user with this username or email address, in any case. */
export const isLogin = (login: string) =>
  or(eq(foldCase(users.username), foldCase(login)), eq(foldCase(users.email), foldCase(login)));
