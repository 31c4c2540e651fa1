import { lateCheck } from '#app/frame/api/late-check.ts';

const load = () => import('./checks.ts');

/** For the forms' `onFocus`: loads the schemas before they are needed. */
export const prepareChecks = () => void load().catch(() => {});

export const checkDetails = lateCheck(async () => (await load()).checkDetails);
export const checkPassword = lateCheck(async () => (await load()).checkPassword);
export const checkNewPassword = lateCheck(async () => (await load()).checkNewPassword);
export const checkMessage = lateCheck(async () => (await load()).checkMessage);
