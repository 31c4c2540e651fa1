import { type FormEvent, useState } from 'react';
import { CallError } from '#app/frame/api/call.ts';
import { qrSvg } from '#site/qr/qr.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useTurnOnTwoStep } from './security.queries.ts';

interface TwoStepDialogProps {
  begun: { secret: string; uri: string };
  onClose: () => void;
}

/** Shows the secret to the authenticator app, asks for its first code, and then shows the recovery codes. */
export function TwoStepDialog({ begun, onClose }: TwoStepDialogProps) {
  const turnOn = useTurnOnTwoStep();
  const codes = turnOn.data?.recoveryCodes;
  return (
    <Dialog isOpen onClose={onClose} title={codes ? 'Your Recovery Codes' : 'Turn On Two-Step Verification'}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Setup begun={begun} turnOn={turnOn} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Drawn on this device: nobody else learns the secret. */
const pictureOf = (uri: string) => `data:image/svg+xml,${encodeURIComponent(qrSvg(uri))}`;

function Setup({
  begun: { secret, uri },
  turnOn,
  onClose,
}: TwoStepDialogProps & { turnOn: ReturnType<typeof useTurnOnTwoStep> }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) return setError('Enter the code from your app.');
    // Said again, the same sentence is only heard if it was gone.
    setError(undefined);
    turnOn.mutate(code, {
      onError: (refusal) => refusal instanceof CallError && setError(refusal.fields.code),
    });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        <img
          src={pictureOf(uri)}
          alt="QR code for your authenticator app"
          className="size-44 shrink-0 self-center rounded-control border border-line"
        />
        <div className="min-w-0">
          <p>Scan this with your authenticator app, or enter this key:</p>
          <p className="mt-2 font-mono text-sm break-words select-all">
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </p>
          <p className="mt-2 text-sm text-ink-2">
            On this phone?{' '}
            <a href={uri} className="text-gold-ink underline underline-offset-4">
              Open your app
            </a>
          </p>
        </div>
      </div>
      <Input
        label="Code"
        hint="The 6-digit code in your app."
        data-takes-focus
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
        error={error}
      />
      <FormButtons onCancel={onClose} isPending={turnOn.isPending} pendingLabel="Checking...">
        Turn On
      </FormButtons>
    </form>
  );
}
