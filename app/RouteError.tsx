import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { buttonClass } from '#ui/Button.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { LOAD_FAILED, messageOf } from './api/call.ts';
import { paths } from './paths.ts';

/** What stands in for a screen that is not there, or failed to load or to draw. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    const action = (
      <Link to={paths.dashboard} className={buttonClass('secondary')}>
        Back to Dashboard
      </Link>
    );
    return (
      <main className="mx-auto max-w-[640px] p-6">
        <EmptyState title="Page Not Found" text="There is nothing at this address." action={action} />
      </main>
    );
  }
  return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => window.location.reload()} />;
}
