import { createRoot } from 'react-dom/client';
import { call } from '#app/frame/api/call.ts';
import { IdentityDialog } from './IdentityDialog.tsx';

/**
 * Opens the dialog that asks who the user is, over whatever is on the screen, and resolves to whether they proved it.
 * It has a root of its own, because calls ask for it, not screens.
 */
export async function askIdentity(): Promise<boolean> {
  const security = await call('GET /api/account/security');
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'));
    const finish = (isConfirmed: boolean) => {
      root.unmount();
      resolve(isConfirmed);
    };
    root.render(
      <IdentityDialog security={security} onConfirm={() => finish(true)} onClose={() => finish(false)} />,
    );
  });
}
