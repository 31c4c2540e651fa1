import { lateCheck } from '#app/frame/api/late-check.ts';

const loadChecks = () => import('./checks.ts');

/** For the forms' `onFocus`: loads the schemas before they are needed. */
export const prepareChecks = () => void loadChecks().catch(() => {});

export const checkSignIn = lateCheck(async () => (await loadChecks()).checkSignIn);
export const checkRegistration = lateCheck(async () => (await loadChecks()).checkRegistration);
