import { and, eq, lt, or } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { teamFigures, teamPeopleDays, teamSums } from '#server/db/schema/teams.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { countWanted, FIGURES_DUE } from '#server/teams/figures/count-figures.ts';
import { DAYS_KEPT, firstDayOf } from '#server/teams/figures/sum-days.ts';
import { RESTORE_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

export const figureJobs = [
  // They name cards and people who may be gone, and nobody looks at them.
  defineRepeated('team-figures', '23 4 * * *', async ({ db, now }) => {
    const before = new Date(now().getTime() - RESTORE_DAYS * DAY_MS);
    await db.delete(teamFigures).where(lt(teamFigures.wantedAt, before));
    await db.delete(teamSums).where(lt(teamSums.summedAt, before));
    const { contacts, leads, day } = teamPeopleDays;
    const isNobody = and(eq(contacts, 0), eq(leads, 0));
    await db.delete(teamPeopleDays).where(or(isNobody, lt(day, firstDayOf(DAYS_KEPT, now()))));
  }),
];

export const figuresWhenDue = (app: AppContext): void =>
  app.queue.whenDue(FIGURES_DUE, (stopping) => countWanted(app, stopping), { sends: 'nothing' });
