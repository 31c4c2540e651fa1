import { useRouteError } from 'react-router';
import { ErrorState } from '#ui/States.tsx';
import { LOAD_FAILED, messageOf } from './api/call.ts';

/** What stands in for a screen that failed to load or to draw. */
export function RouteError() {
  const error = useRouteError();
  return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => window.location.reload()} />;
}
