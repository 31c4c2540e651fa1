import { useState } from 'react';
import { counted } from '#app/frame/counted.ts';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Security } from '#shared/accounts/identity.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Caution } from '#ui/Caution.tsx';
import {
  useBeginTwoStep,
  useChangeTwoStep,
  useRefreshTwoStep,
  useRenewRecoveryCodes,
} from './security.queries.ts';
import { WithSecurity } from './WithSecurity.tsx';

const TwoStepDialog = lazyDialog(async () => (await import('./TwoStepDialog.tsx')).TwoStepDialog);
const RecoveryCodesDialog = lazyDialog(async () => (await import('./RecoveryCodes.tsx')).RecoveryCodesDialog);

/** Fewer than this many recovery codes, and it is time for new ones. */
const FEW_CODES = 4;

/** True if sign-in asks for codes, and what belongs to them. */
export const TwoStep = () => (
  <WithSecurity skeleton="h-24">
    {({ twoStep }) => (twoStep.onSince ? <CodesOn twoStep={twoStep} /> : <CodesOff />)}
  </WithSecurity>
);

function CodesOff() {
  const begin = useBeginTwoStep();
  const refresh = useRefreshTwoStep();
  const close = () => {
    begin.reset();
    refresh();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
      <p className="flex-1 basis-64 text-ink-2">
        You’ll need an authenticator app, such as Google Authenticator or 1Password.
      </p>
      <Button
        variant="secondary"
        size="small"
        isPending={begin.isPending}
        pendingLabel="Preparing..."
        onClick={() => begin.mutate()}
      >
        Turn On
      </Button>
      {begin.data && <TwoStepDialog begun={begin.data} onClose={close} />}
    </div>
  );
}

function CodesOn({ twoStep }: { twoStep: Security['twoStep'] }) {
  const { onSince, recoveryCodesLeft, rememberedDevices } = twoStep;
  const [isSure, setIsSure] = useState(false);
  const renew = useRenewRecoveryCodes();
  const forget = useChangeTwoStep('DELETE /api/account/two-step/devices', 'All browsers will ask again');
  const turnOff = useChangeTwoStep('DELETE /api/account/two-step', 'Two-step verification is off');
  return (
    <div className="py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="good">On</Badge>
        <span className="text-ink-2">
          since {formatDay(onSince ?? '')} · {counted(recoveryCodesLeft, 'recovery code')} left
          {rememberedDevices > 0 && ` · ${counted(rememberedDevices, 'trusted browser')}`}
        </span>
      </p>
      {recoveryCodesLeft < FEW_CODES && (
        <Caution className="mt-3">Get new recovery codes before you run out.</Caution>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          isPending={renew.isPending}
          pendingLabel="Making..."
          onClick={() => renew.mutate()}
        >
          New Recovery Codes
        </Button>
        {rememberedDevices > 0 && (
          <Button
            variant="secondary"
            size="small"
            isPending={forget.isPending}
            onClick={() => forget.mutate()}
          >
            Forget Trusted Browsers
          </Button>
        )}
        <Button
          variant="danger"
          size="small"
          isPending={turnOff.isPending}
          pendingLabel="Turning off..."
          onClick={() => (isSure ? turnOff.mutate() : setIsSure(true))}
        >
          {isSure ? 'Confirm Turn Off' : 'Turn Off'}
        </Button>
      </div>
      {renew.data && <RecoveryCodesDialog codes={renew.data.recoveryCodes} onClose={() => renew.reset()} />}
    </div>
  );
}
