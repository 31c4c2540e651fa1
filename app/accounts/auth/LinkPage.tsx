import { useEffect } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useNavigate, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { destinationAfter } from '#shared/contract/screens.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/Toast.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { useAcceptWaiting, useLinkedSignIns } from './linked-sign-ins.queries.ts';

/** Links a provider to the account whose owner came from it and then signed in: never without being asked. */
export function LinkPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const next = destinationAfter(search.get('next'), paths.dashboard);
  const { data, error, refetch } = useLinkedSignIns();
  const accept = useAcceptWaiting();
  const isNothing = data !== undefined && data.waiting === null && !accept.isSuccess;
  useEffect(() => {
    if (isNothing) void navigate(next, { replace: true });
  }, [isNothing, navigate, next]);
  if (error && !data) {
    return (
      <AuthFrame title="Link your sign-in" text="">
        <LoadFailed error={error} retry={refetch} />
      </AuthFrame>
    );
  }
  const waiting = data?.waiting;
  if (!waiting) return <Skeleton className="m-6 h-96" />;
  const { label, email } = waiting;
  const link = () =>
    accept.mutate(undefined, {
      onSuccess() {
        toast({ title: `${label} linked`, description: `You can now sign in with ${label}.` });
        void navigate(next, { replace: true });
      },
    });
  return (
    <AuthFrame
      title={`Link ${label}?`}
      text={`Anyone who can sign in to ${label}${email ? ` as ${email}` : ''} will be able to open this account.`}
    >
      <title>{`Link ${label} · Goldleaf`}</title>
      <div className="mt-8 space-y-3">
        <Button className="w-full" isPending={accept.isPending} pendingLabel="Linking..." onClick={link}>
          Link {label}
        </Button>
        <Button variant="quiet" className="w-full" onClick={() => void navigate(next, { replace: true })}>
          Not Now
        </Button>
      </div>
    </AuthFrame>
  );
}
