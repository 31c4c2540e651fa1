import { and, eq, lt, or } from 'drizzle-orm';
import { oldestRestorable } from '#server/cards/cards/cards.ts';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { teamPeopleDays } from '#server/db/schema/teams.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { countWanted, FIGURES_DUE } from '#server/teams/figures/count-figures.ts';
import { forgetFigures } from '#server/teams/figures/forget-figures.ts';
import { DAYS_KEPT, firstDayOf } from '#server/teams/figures/sum-days.ts';

export const figureJobs = [
  // They name cards and people who may be gone, and nobody looks at them.
  defineRepeated('team-figures', '23 4 * * *', async ({ db, now }, stopping) => {
    await forgetFigures(db, oldestRestorable({ now }), stopping);
    const { contacts, leads, day } = teamPeopleDays;
    const isNobody = and(eq(contacts, 0), eq(leads, 0));
    const isOver = or(isNobody, lt(day, firstDayOf(DAYS_KEPT, now())));
    await deleteInSteps(db, day, isOver, { stopping });
  }),
];

export const figuresWhenDue = (app: AppContext): void =>
  app.queue.whenDue(FIGURES_DUE, (stopping) => countWanted(app, stopping), { sends: 'nothing' });
