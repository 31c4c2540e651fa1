import type { ReactNode } from 'react';
import { buttonClass } from '#ui/Button.tsx';
import { EmptyState } from '#ui/States.tsx';
import { toast } from '#ui/Toast.tsx';
import { call, NetworkError } from './api/call.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { ErrorBoundary } from './navigation/ErrorBoundary.tsx';
import { Link, useLocation } from './navigation/router.tsx';
import { paths } from './paths.ts';

/** Shown in place of a screen that does not exist. */
export function PageNotFound() {
  const action = (
    <Link to={paths.dashboard} className={buttonClass('secondary')}>
      Back to Dashboard
    </Link>
  );
  return (
    <main className="mx-auto max-w-[640px] p-6">
      <EmptyState title="Page Not Found" text="There’s nothing at this address." action={action} />
    </main>
  );
}

/** Catches what its screen, or part of it, throws, until the user navigates elsewhere. */
export function RouteError({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary place={key} fallback={(error) => <LoadFailed error={error} retry={reloadPage} />}>
      {children}
    </ErrorBoundary>
  );
}

/** Reloads the page, unless the server is still unreachable: then the reload would end on the browser's error page. */
async function reloadPage(): Promise<void> {
  try {
    await call('GET /api/auth/me');
  } catch (error) {
    if (error instanceof NetworkError) {
      toast({ title: 'Error', description: error.message, isError: true });
      return;
    }
  }
  window.location.reload();
}
