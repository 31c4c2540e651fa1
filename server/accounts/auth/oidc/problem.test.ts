import { expect, it, vi } from 'vitest';
import { oidc as settings } from '#server/config/oidc-settings.ts';
import type { VisitorContext } from '#server/context.ts';
import { settingsFor, startTestIssuer } from '#test/oidc-issuer.ts';
import { noteProblem } from './problem.ts';
import { createOidcProviders } from './providers.ts';

const issuer = startTestIssuer();
const checks = {
  ...{ state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) },
  redirectUri: 'http://localhost:3000/auth/oidc/acme/callback',
};

/** The facts in the log about a sign-in that fails. */
async function noteFailure(): Promise<unknown> {
  const oidc = createOidcProviders(
    settings.read({ OIDC_PROVIDERS: 'acme', ...settingsFor('acme', `${issuer.url}/acme`) }),
    () => new Date(),
  );
  const provider = oidc.find('acme') ?? expect.fail('The provider is not configured.');
  const warn = vi.fn();
  try {
    const { href } = await oidc.addressFor(provider, checks, false);
    await oidc.identify(provider, checks, issuer.allow(href).searchParams);
  } catch (error) {
    noteProblem({ log: { warn } } as unknown as VisitorContext, provider, error);
  }
  return warn.mock.calls[0]?.[0];
}

it('The log names both issuers if the configuration or a token names another than the settings', async () => {
  const expectedIssuer = `${issuer.url}/acme`;
  issuer.behavior.configuration = { issuer: `${expectedIssuer}/` };
  expect(await noteFailure()).toMatchObject({ expectedIssuer, namedIssuer: `${expectedIssuer}/` });
  issuer.behavior.configuration = { issuer: expectedIssuer };
  issuer.behavior.claims = { iss: 'https://id.example.com' };
  expect(await noteFailure()).toMatchObject({ expectedIssuer, namedIssuer: 'https://id.example.com' });
});

it('The log says nothing of issuers, or of the person, if another claim is wrong', async () => {
  issuer.behavior.configuration = { issuer: `${issuer.url}/acme` };
  issuer.behavior.claims = { iss: `${issuer.url}/acme`, nonce: 'x', email: 'ada@example.com' };
  const noted = await noteFailure();
  expect(noted).toMatchObject({ provider: 'acme', problem: 'refused' });
  expect(noted).not.toHaveProperty('namedIssuer');
  expect(JSON.stringify(noted)).not.toContain('ada@example.com');
});
