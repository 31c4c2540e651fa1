/** Below the field of a new password that attackers try first, and the button of the form then. */
export const COMMON_PASSWORD = 'This is one of the first passwords attackers try.';
export const USE_ANYWAY = 'Use it anyway';
