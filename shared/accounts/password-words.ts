/** Below the field of a new password that attackers try first, and the button of the form then. */
export const COMMON_PASSWORD = 'This password is among the first anyone tries.';
export const USE_ANYWAY = 'Use it anyway';
