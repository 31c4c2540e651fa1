import { lateCheck } from '#app/frame/api/late-check.ts';

const loadChecks = () => import('./checks.ts');

/** For the forms' `onFocus`: loads the schemas before they are needed. */
export const prepareChecks = () => void loadChecks().catch(() => {});

export const checkDetails = lateCheck(async () => (await loadChecks()).checkDetails);
export const checkPassword = lateCheck(async () => (await loadChecks()).checkPassword);
export const checkNewPassword = lateCheck(async () => (await loadChecks()).checkNewPassword);
export const checkMessage = lateCheck(async () => (await loadChecks()).checkMessage);
