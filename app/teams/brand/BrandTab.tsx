import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import type { Team } from '#shared/teams/teams.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { BrandForm } from './BrandForm.tsx';
import { useBrand } from './brand.queries.ts';

/** All that the cards of a team have in common; for those who run it. */
export function BrandTab({ team }: { team: Team }) {
  const { data, error, refetch } = useBrand(team.id);
  return (
    <>
      <h2 className="sr-only">Brand</h2>
      {data ? (
        <BrandForm team={team} brand={data} />
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-160 rounded-surface!" />
      )}
    </>
  );
}
