import { createRoot } from 'react-dom/client';
import { call } from '#app/frame/api/call.ts';
import type { SignInProvider } from '#shared/accounts/linked-sign-ins.ts';
import { signInProviders } from '../sign-in-providers.ts';
import { IdentityDialog } from './IdentityDialog.tsx';

/**
 * Opens the dialog that asks who the user is, over whatever is on the screen, and resolves to whether they proved it.
 * It has a root of its own, because calls ask for it, not screens.
 */
export async function askIdentity(): Promise<boolean> {
  // Before the dialog: a button that came later would move the others.
  const [security, providers] = await Promise.all([call('GET /api/account/security'), findLinked()]);
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'));
    const finish = (isConfirmed: boolean) => {
      root.unmount();
      resolve(isConfirmed);
    };
    root.render(
      <IdentityDialog
        security={security}
        providers={providers}
        onConfirm={() => finish(true)}
        onClose={() => finish(false)}
      />,
    );
  });
}

/** The providers that the account is linked to and that still let people sign in; none if they can't be asked for. */
async function findLinked(): Promise<SignInProvider[]> {
  if (signInProviders.length === 0) return [];
  const { identities } = await call('GET /api/auth/identities').catch(() => ({ identities: [] }));
  return signInProviders.filter(({ name }) => identities.some(({ provider }) => provider === name));
}
