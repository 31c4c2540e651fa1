import { lateCheck } from '#app/frame/api/late-check.ts';

const loadChecks = () => import('./checks.ts');

/** For the form's `onFocus`: loads the schema before it is needed. */
export const prepareTeamChecks = () => void loadChecks().catch(() => {});

export const checkTeamLate = lateCheck(async () => (await loadChecks()).checkTeam);
