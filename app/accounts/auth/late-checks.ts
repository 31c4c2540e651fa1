import { lateCheck } from '#app/frame/api/late-check.ts';

const load = () => import('./checks.ts');

/** For the forms' `onFocus`: loads the schemas before they are needed. */
export const prepareChecks = () => void load().catch(() => {});

export const checkSignIn = lateCheck(async () => (await load()).checkSignIn);
export const checkRegistration = lateCheck(async () => (await load()).checkRegistration);
