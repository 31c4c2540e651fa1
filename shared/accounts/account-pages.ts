/** The server's own pages for people who cannot sign in, or who come from a mail; they work without scripts. */
export const accountPages = {
  forgotPassword: '/auth/forgot',
  /** Followed by the token of a mailed link. */
  link: '/auth/link',
  /** Followed by the token of a mail's link. */
  unsubscribe: '/unsubscribe',
} as const;
