import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { PageHeader } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportHistory } from './ImportHistory.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { isOpen, useImports } from './import.queries.ts';

const Unloaded = () => <LoadFailed error={null} retry={() => window.location.reload()} />;
/** Only a file that was read needs them. */
const ImportChoices = lazyAddition(async () => (await import('./ImportChoices.tsx')).ImportChoices, Unloaded);

/** Contacts from a file. Whoever leaves and comes back finds the import as far as it is. */
export function ImportPage() {
  const { data: imports, error, refetch } = useImports();
  return (
    <>
      <title>Import contacts · Goldleaf</title>
      <Link
        to={paths.contacts}
        className="-mt-4 mb-3 inline-flex min-h-9 items-center gap-2 rounded-control text-sm text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={16} />
        Back to My Contacts
      </Link>
      <PageHeader title="Import contacts" text="Add people from your phone, address book, or another app." />
      {imports ? (
        <Imports imports={imports} />
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <div role="status" aria-label="Loading your imports">
          <Skeleton className="h-56" />
        </div>
      )}
    </>
  );
}

function Imports({ imports }: { imports: NonNullable<ReturnType<typeof useImports>['data']> }) {
  const open = imports.find(isOpen);
  const isToDecide = open && (open.state === 'ready' || (open.state === 'reading' && open.rows !== null));
  return (
    <div className="max-w-3xl space-y-10">
      {!open && <ChooseFile />}
      {open && !isToDecide && <ImportProgress one={open} />}
      {open && isToDecide && (
        <Suspense fallback={<Skeleton className="h-56" />}>
          <ImportChoices key={open.id} one={open} />
        </Suspense>
      )}
      <ImportHistory imports={imports.filter((one) => !isOpen(one))} />
    </div>
  );
}
