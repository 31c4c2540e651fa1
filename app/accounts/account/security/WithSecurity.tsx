import type { ReactNode } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import type { Security } from '#shared/accounts/identity.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useSecurity } from './security.queries.ts';

interface WithSecurityProps {
  /** The classes of what stands there until it has come. */
  skeleton: string;
  children: (security: Security) => ReactNode;
}

/** A section about how the user signs in, once that is loaded. */
export function WithSecurity({ skeleton, children }: WithSecurityProps) {
  const { data, error, refetch } = useSecurity();
  if (error && !data) return <LoadFailed error={error} retry={refetch} />;
  return data ? children(data) : <Skeleton className={skeleton} />;
}
