import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { persons } from '#server/db/schema/users.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { screens } from '#shared/contract/screens.ts';

/** Sends every administrator a mail if the transaction `tx` commits; once for each `key`. */
export async function tellAdministrators(
  app: Pick<AppContext, 'queue' | 'config'>,
  tx: Db,
  { key, ...letter }: { key: string; subject: string; paragraphs: string[] },
): Promise<void> {
  const action = { label: 'Open the administration', url: originOf(app.config) + screens.admin };
  const administrators = await tx.select().from(persons).where(eq(persons.isAdmin, true));
  for (const user of administrators) {
    await mailUser(app, tx, user, { ...letter, action }, `${key} ${user.id}`);
  }
}
