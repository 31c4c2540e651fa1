import type { AppContext } from '#server/context.ts';
import { z } from '#shared/contract/zod.ts';
import { COMPARISON_SENTENCES_MAX, type Comparison } from '#shared/operations/health.ts';
import { settleOrphans } from './customer/orphaned-customers.ts';
import { BEGINNING, comparePage, type ReconcilePosition, throwAway } from './reconcile.ts';
import { readReport, writeReport } from './reports.ts';
import { tellAdministrators } from './tell-administrators.ts';

/** Compares with the provider every night, page by page, and reports what differed. */

export const pageToCompare = z.object({
  startedAt: z.string(),
  part: z.enum(['customers', 'users']),
  after: z.string().nullable(),
});
const SENTENCES_IN_MAIL = 20;

export async function beginComparison(app: AppContext): Promise<void> {
  const startedAt = app.now().toISOString();
  await app.db.transaction(async (tx) => {
    const report = { startedAt, finishedAt: null, compared: 0, said: [] };
    await writeReport(tx, 'comparison', report, app.now());
    await sendPage(app, tx, startedAt, BEGINNING);
  });
}

/** With a key, so that a page that is compared twice has only one next page. */
const sendPage = (app: AppContext, tx: AppContext['db'], startedAt: string, place: ReconcilePosition) =>
  app.queue.send(
    tx,
    'billing-reconcile-page',
    { startedAt, ...place },
    { key: `${startedAt} ${place.part} ${place.after ?? ''}` },
  );

export async function compareOnePage(
  app: AppContext,
  { startedAt, ...place }: z.output<typeof pageToCompare>,
  stopping?: AbortSignal,
): Promise<void> {
  const isCurrent = async (tx: AppContext['db']) => {
    const report = await readReport(tx, 'comparison');
    return report?.data.startedAt === startedAt ? report.data : null;
  };
  // A newer comparison has begun.
  if (!(await isCurrent(app.db))) return;
  const begun = new Date(startedAt);
  const { said, compared, next } = await comparePage(
    app,
    { ...place, startedAt: begun },
    throwAway,
    stopping,
  );
  if (!next) said.push(...(await settleOrphans(app, begun, { endsAll: false })));
  for (const sentence of said) app.log.warn({ job: 'billing-reconcile-page' }, sentence);
  await app.db.transaction(async (tx) => {
    const before = await isCurrent(tx);
    if (!before) return;
    const report: Comparison = {
      startedAt,
      finishedAt: next ? null : app.now().toISOString(),
      compared: before.compared + compared,
      said: [...before.said, ...said].slice(0, COMPARISON_SENTENCES_MAX),
    };
    await writeReport(tx, 'comparison', report, app.now());
    if (next) await sendPage(app, tx, startedAt, next);
    else await finishComparison(app, tx, report);
  });
}

async function finishComparison(app: AppContext, tx: AppContext['db'], report: Comparison): Promise<void> {
  const { startedAt, compared, said } = report;
  app.log.info({ compared, differences: said.length }, 'Compared with the payment provider');
  if (said.length === 0) return;
  const more = said.length - SENTENCES_IN_MAIL;
  await tellAdministrators(app, tx, {
    key: `billing-comparison ${startedAt}`,
    subject: `The payment provider and Goldleaf disagreed: ${said.length} ${said.length === 1 ? 'difference' : 'differences'}`,
    paragraphs: [
      'The nightly comparison with the payment provider found this, and has fixed what could be fixed:',
      ...said.slice(0, SENTENCES_IN_MAIL),
      ...(more > 0 ? [`And ${more} more in Admin.`] : []),
    ],
  });
}
