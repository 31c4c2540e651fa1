import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { Button } from '#ui/Button.tsx';
import type { ClaimParams } from './claim.queries.ts';

const RefuseDialog = lazyDialog(async () => (await import('./RefuseDialog.tsx')).RefuseDialog);

/** For whoever wants no such mail: a link in each leads here, and a press acts. */
export function NeverAgain({ email, params }: { email: string; params: ClaimParams }) {
  const [search] = useSearchParams();
  const [isAsked, setIsAsked] = useState(search.has('refuse'));
  const [isRefused, setIsRefused] = useState(false);
  const close = () => setIsAsked(false);
  if (isRefused) {
    return (
      <p role="status" className="border-t border-line pt-5">
        Done. No team will email {email} again.
      </p>
    );
  }
  return (
    <div className="border-t border-line pt-3">
      <Button variant="quiet" size="small" className="-ml-3" onClick={() => setIsAsked(true)}>
        Not you? Never get these again
      </Button>
      {isAsked && (
        <RefuseDialog email={email} params={params} onRefused={() => setIsRefused(true)} onClose={close} />
      )}
    </div>
  );
}
