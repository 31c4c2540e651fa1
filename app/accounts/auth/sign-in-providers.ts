import type { SignInProvider } from '#shared/accounts/linked-sign-ins.ts';

/** Who else lets people sign in; the server wrote it into the document, so that their buttons need no request. */
export const signInProviders: readonly SignInProvider[] = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="sign-in-providers"]')?.content ?? '[]',
);

/** The name to show for a provider; one that is no longer configured is called what its address says. */
export const labelOfProvider = (name: string | null): string =>
  signInProviders.find((provider) => provider.name === name)?.label ?? 'the provider';

/** The address that starts a visit to a provider and leads back to `next`; a page of the server. */
export const pathToVisit = (name: string, query: Record<string, string>): string =>
  `/auth/oidc/${name}?${new URLSearchParams(query)}`;
