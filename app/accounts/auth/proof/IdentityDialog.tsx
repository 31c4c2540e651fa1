import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { CallError, call, messageOf } from '#app/frame/api/call.ts';
import { recallUser } from '#app/frame/api/session.ts';
import { paths } from '#app/frame/paths.ts';
import type { Security } from '#shared/accounts/identity.ts';
import type { SignInProvider } from '#shared/accounts/linked-sign-ins.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { sayPartFailed } from '#ui/part-failed.ts';
import { PART_FAILED } from '#ui/part-words.ts';
import { ProviderProof } from './ProviderProof.tsx';
import { canUsePasskeys, isGivenUp } from './passkey-support.ts';

interface IdentityDialogProps {
  security: Security;
  /** The providers that the account is linked to. */
  providers: readonly SignInProvider[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a proof of identity: what the server then lets the user do is not undone easily. */
export function IdentityDialog({ security, providers, onConfirm, onClose }: IdentityDialogProps) {
  const hasPasskeys = security.passkeys.length > 0 && canUsePasskeys();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Confirm it’s you"
      description="We ask so no one else can change your account. We won’t ask again for five minutes."
    >
      <ProviderProof providers={providers} />
      {hasPasskeys && <PasskeyProof onConfirm={onConfirm} />}
      {security.hasPassword && <PasswordProof onConfirm={onConfirm} onClose={onClose} />}
      {!security.hasPassword && (
        <p>
          Your account has no password. Use your {hasPasskeys ? 'passkey' : 'sign-in provider'}, or{' '}
          <a href={paths.forgotPassword} className="text-gold-ink underline underline-offset-4">
            set a password
          </a>
          .
        </p>
      )}
    </Dialog>
  );
}

const FAILED = 'This didn’t work. Please try again.';

/** The error of a proof: under the field if it is about the password, and in any case next to it. */
const sentenceOf = (error: unknown) =>
  (error instanceof CallError && error.fields.password) || messageOf(error, FAILED);

function PasskeyProof({ onConfirm }: Pick<IdentityDialogProps, 'onConfirm'>) {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string>();
  const press = async () => {
    setIsPending(true);
    setError(undefined);
    try {
      const { confirmWithPasskey } = await import('./passkey-browser.ts');
      await confirmWithPasskey();
      onConfirm();
    } catch (refusal) {
      const sentence = messageOf(refusal, FAILED);
      if (sentence === PART_FAILED) void sayPartFailed();
      else setError(isGivenUp(refusal) ? 'That passkey didn’t work. Please try again.' : sentence);
      setIsPending(false);
    }
  };
  return (
    <div className="mb-5">
      <Button
        variant="secondary"
        className="w-full"
        data-takes-focus
        isPending={isPending}
        onClick={() => void press()}
      >
        <KeyRound size={18} />
        Use a passkey
      </Button>
      {error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function PasswordProof({ onConfirm, onClose }: Pick<IdentityDialogProps, 'onConfirm' | 'onClose'>) {
  const [password, setPassword] = useState('');
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!password) return setError('Enter your password.');
    // Said again, the same sentence is only heard if it was gone.
    setError(undefined);
    setIsPending(true);
    try {
      await call('POST /api/account/confirm', { body: { password } });
      onConfirm();
    } catch (refusal) {
      setError(sentenceOf(refusal));
      setIsPending(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={recallUser()?.username ?? ''} readOnly hidden />
      <Input
        label="Password"
        type="password"
        autoComplete="current-password"
        data-takes-focus
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          setError(undefined);
        }}
        error={error}
      />
      <FormButtons onCancel={onClose} isPending={isPending} pendingLabel="Checking...">
        Continue
      </FormButtons>
    </form>
  );
}
