/** How long a message stays on screen, in milliseconds, on our screens and on visitors' pages alike. */
export const TOAST_MS = 5_000;
