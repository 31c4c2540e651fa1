import { type FormEvent, useState } from 'react';
import { type BodyOf, CallError, call } from '#app/frame/api/call.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Choice.tsx';
import { Input } from '#ui/Field.tsx';
import { useEnter } from './enter.queries.ts';

type Body = BodyOf<'POST /api/auth/two-step'>;

const FAILURE = { title: 'Sign in failed', fallback: 'This didn’t work. Please try again.' };

interface CodeStepProps {
  onEnter: () => void;
  /** The sign-in has to begin anew: its user wants it to, or it took too long. */
  onRestart: () => void;
}

/** The second step of a sign-in: a code of the authenticator app or, where that is lost, a recovery code. */
export function CodeStep({ onEnter, onRestart }: CodeStepProps) {
  const [isLost, setIsLost] = useState(false);
  const [typed, setTyped] = useState('');
  const [rememberDevice, setRememberDevice] = useState(false);
  const [error, setError] = useState<string>();
  const enter = useEnter((body: Body) => call('POST /api/auth/two-step', { body }), FAILURE);
  const field = isLost ? 'recoveryCode' : 'code';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return setError('Enter a code.');
    // Said again, the same sentence is only heard if it was gone.
    setError(undefined);
    enter.mutate(
      { [field]: typed, rememberDevice },
      {
        onSuccess: onEnter,
        onError(refusal) {
          if (!(refusal instanceof CallError)) return;
          if (refusal.code === 'signed_out') onRestart();
          else setError(refusal.fields[field]);
        },
      },
    );
  };
  const change = (value: string) => {
    setTyped(value);
    setError(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-8 space-y-5">
      <Input
        key={field}
        label={isLost ? 'Recovery Code' : 'Code'}
        hint={isLost ? 'One of the codes you saved. Each works once.' : 'The 6-digit code in your app.'}
        autoFocus
        autoComplete={isLost ? 'off' : 'one-time-code'}
        inputMode={isLost ? 'text' : 'numeric'}
        autoCapitalize="none"
        value={typed}
        onChange={(event) => change(event.target.value)}
        error={error}
      />
      <Checkbox
        label="Don’t ask for codes in this browser for 30 days"
        checked={rememberDevice}
        onChange={(event) => setRememberDevice(event.target.checked)}
      />
      <Button type="submit" className="w-full" isPending={enter.isPending} pendingLabel="Signing in...">
        Sign In
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <Button
          variant="quiet"
          size="small"
          className="-ml-3"
          onClick={() => {
            setIsLost(!isLost);
            change('');
          }}
        >
          {isLost ? 'Use a code from your app' : 'Use a recovery code'}
        </Button>
        <Button variant="quiet" size="small" className="-mr-3" onClick={onRestart}>
          Start again
        </Button>
      </div>
    </form>
  );
}
