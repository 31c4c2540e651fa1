import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';
import type { ClaimParams } from './claim.queries.ts';

const RefuseDialog = lazyDialog(async () => (await import('./RefuseDialog.tsx')).RefuseDialog);

interface NeverAgainProps {
  email: string;
  params: ClaimParams;
  onRefused: () => void;
}

/** For whoever wants no such mail; the mail itself has a link for that, too. */
export function NeverAgain({ email, params, onRefused }: NeverAgainProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <div className="border-t border-line pt-3">
      <Button variant="quiet" size="small" className="-ml-3" onClick={() => setIsAsked(true)}>
        Not you? Stop these emails
      </Button>
      {isAsked && (
        <RefuseDialog email={email} params={params} onRefused={onRefused} onClose={() => setIsAsked(false)} />
      )}
    </div>
  );
}
