import { Skeleton } from '#ui/Skeleton.tsx';
import { Greeting } from './Greeting.tsx';

export function LoadingOverview() {
  return (
    <>
      <Greeting look="large" />
      <Skeleton className="mt-6 h-96 rounded-card! lg:mt-8" />
    </>
  );
}
