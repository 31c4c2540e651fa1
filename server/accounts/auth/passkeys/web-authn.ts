/** The library of passkeys: a fifth of what a start would load, so it is loaded once the server listens. */
export const loadWebAuthn = () => import('@simplewebauthn/server');
