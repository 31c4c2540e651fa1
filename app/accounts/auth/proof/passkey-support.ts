/** True if this browser has passkeys at all: not on pages without https, except on localhost. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** True if a request for a passkey was ended on purpose: by its user, or by another request. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
