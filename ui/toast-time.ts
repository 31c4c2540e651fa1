/** How long a toast stays on screen, in milliseconds, in the app and on visitors' pages alike. */
export const TOAST_MS = 5_000;
