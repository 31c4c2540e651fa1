import { eq } from 'drizzle-orm';
import { cardChangedJob } from '#server/cards/follow-card.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { cardChanges } from '#server/db/wallet-schema.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';
import { applePushJob, pushToDevices, tellDevices } from '#server/wallet/apple-push.ts';
import { forgetIdleDevices } from '#server/wallet/apple-registrations.ts';
import { warnOfCertificate } from '#server/wallet/certificate-notice.ts';
import {
  checkErased,
  followPass,
  googleCheckJob,
  googlePassJob,
  tellGoogle,
} from '#server/wallet/google/google-passes.ts';

const certificateJob = defineScheduledJob('apple-certificate');
const idleDevicesJob = defineScheduledJob('apple-idle-devices');

/** Each wallet's part in telling phones of a changed card: to be called in the transaction that ends its waiting. */
const tellers: ((app: AppContext, tx: Db, cardId: string) => Promise<void>)[] = [tellDevices, tellGoogle];

/** Whatever is edited from here on is told anew. */
const tellWallets = (app: AppContext, cardId: string): Promise<void> =>
  app.db.transaction(async (tx) => {
    await tx.delete(cardChanges).where(eq(cardChanges.cardId, cardId));
    for (const tell of tellers) await tell(app, tx, cardId);
  });

export function walletJobs(app: AppContext): void {
  app.queue.handle(cardChangedJob, ({ cardId }) => tellWallets(app, cardId));
  app.queue.handle(applePushJob, (push) => pushToDevices(app, push));
  app.queue.handle(googlePassJob, (pass) => followPass(app, pass));
  app.queue.handle(googleCheckJob, () => checkErased(app));
  app.queue.repeat(googleCheckJob, '50 3 * * *');
  warnOfCertificate(app);
  app.queue.handle(certificateJob, async () => warnOfCertificate(app));
  app.queue.repeat(certificateJob, '10 4 * * *');
  app.queue.handle(idleDevicesJob, () => forgetIdleDevices(app));
  app.queue.repeat(idleDevicesJob, '20 * * * *');
}
