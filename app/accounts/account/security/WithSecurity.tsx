import type { ReactNode } from 'react';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import type { Security } from '#shared/accounts/identity.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { useSecurity } from './security.queries.ts';

interface WithSecurityProps {
  /** The classes of what stands there until it has come. */
  skeleton: string;
  children: (security: Security) => ReactNode;
}

/** A section about how the user signs in, once that is loaded. */
export function WithSecurity({ skeleton, children }: WithSecurityProps) {
  const { data, error, refetch } = useSecurity();
  if (error && !data)
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  return data ? children(data) : <Skeleton className={skeleton} />;
}
