import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { walletCardChanges } from '#server/db/schema/sharing.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { applePush, pushToDevices, tellDevices, tellThoseLeft } from '#server/sharing/wallet/apple-push.ts';
import { forgetIdleDevices } from '#server/sharing/wallet/apple-registrations.ts';
import { warnOfCertificate } from '#server/sharing/wallet/certificate-notice.ts';
import {
  checkErased,
  followPass,
  googlePass,
  tellGoogle,
} from '#server/sharing/wallet/google/google-passes.ts';
import { z } from '#shared/contract/zod.ts';

/** Each wallet's part in telling phones of a changed card: to be called in the transaction that ends its waiting. */
const tellers: ((app: AppContext, tx: Db, cardId: string) => Promise<void>)[] = [tellDevices, tellGoogle];

/** Whatever is edited from here on is told anew. */
const tellWallets = (app: AppContext, { cardId }: { cardId: string }): Promise<void> =>
  app.db.transaction(async (tx) => {
    await tx.delete(walletCardChanges).where(eq(walletCardChanges.cardId, cardId));
    for (const tell of tellers) await tell(app, tx, cardId);
  });

const PASSES = { retries: 'unlimited', sends: 'passes' } as const;

export const walletJobs = [
  // Sent by `server/cards/cards/`, for when the edits of a card have settled.
  defineJob('card-changed', z.object({ cardId: z.string() }), tellWallets, PASSES),
  defineJob('apple-push', applePush, pushToDevices, PASSES),
  defineJob('google-pass', googlePass, followPass, PASSES),
  defineRepeated('google-pass-check', '50 3 * * *', checkErased, { isBrief: true }),
  defineRepeated('apple-certificate', '10 4 * * *', async (app) => warnOfCertificate(app), { isBrief: true }),
  defineRepeated('apple-idle-devices', '20 * * * *', async (app) => {
    await forgetIdleDevices(app);
    await tellThoseLeft(app);
  }),
];
