import { purgeCardVersions } from '#server/cards/cards/card-versions.ts';
import { purgeCards } from '#server/cards/cards/cards.ts';
import { notifyWalletsOfTeam } from '#server/cards/cards/notify-wallets.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { z } from '#shared/contract/zod.ts';

export const cardJobs = [
  // Sent when a team's brand changes, and when an account is hidden, shown or deleted.
  defineJob(
    'passes-of-team',
    z.object({ teamId: z.string(), after: z.string(), waitMs: z.number().optional() }),
    notifyWalletsOfTeam,
    { retries: 'unlimited', sends: 'passes' },
  ),
  defineRepeated('deleted-cards', '47 * * * *', purgeCards),
  defineRepeated('card-versions', '17 3 * * *', purgeCardVersions),
];
