/** A chunk of the app failed to load: no network, or the app is older than the server. */
export const PART_FAILED = 'We couldn’t load this. Check your connection and try again.';
