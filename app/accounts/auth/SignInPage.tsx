import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type BodyOf, CallError, call } from '#app/frame/api/call.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Link, useNavigate, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Account } from '#shared/accounts/account.ts';
import { destinationAfter } from '#shared/contract/screens.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { toast } from '#ui/Toast.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { inviteTokenIn } from './invite-token.ts';
import { checkSignIn, prepareChecks } from './late-checks.ts';
import { ProviderButtons } from './ProviderButtons.tsx';
import { CodeStep } from './proof/CodeStep.tsx';
import { useEnter } from './proof/enter.queries.ts';
import { canUsePasskeys } from './proof/passkey-support.ts';
import { SignInReason } from './SignInReason.tsx';

type Body = BodyOf<'POST /api/auth/login'>;

const PasskeySignIn = lazyAddition(async () => (await import('./proof/PasskeySignIn.tsx')).PasskeySignIn);

const FAILURE = { title: 'Sign in failed', fallback: 'Invalid email or password. Please try again.' };

/** The name and password, or null if they were right and a code is still due. */
async function signIn(body: Body): Promise<Account | null> {
  try {
    return await call('POST /api/auth/login', { body });
  } catch (error) {
    if (error instanceof CallError && error.code === 'two_step_required') return null;
    throw error;
  }
}

export function SignInPage() {
  const [search] = useSearchParams();
  const next = destinationAfter(search.get('next'), paths.dashboard);
  const navigate = useNavigate();
  // Providers lead back here when a code is due.
  const [isCodeDue, setIsCodeDue] = useState(search.get('step') === 'code');
  const welcome = () => {
    toast({ title: 'Welcome back!', description: "You've successfully signed in." });
    void navigate(next, { replace: true });
  };
  if (isCodeDue) {
    return (
      <AuthFrame title="Enter your code" text="From your authenticator app">
        <title>Sign In · Goldleaf</title>
        <CodeStep onEnter={welcome} onRestart={() => setIsCodeDue(false)} />
      </AuthFrame>
    );
  }
  return <FirstStep next={next} onEnter={welcome} onCodeDue={() => setIsCodeDue(true)} />;
}

interface FirstStepProps {
  /** Where the user was going. */
  next: string;
  onEnter: () => void;
  onCodeDue: () => void;
}

function FirstStep({ next, onEnter, onCodeDue }: FirstStepProps) {
  const enter = useEnter(signIn, FAILURE);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: checkSignIn,
    defaultValues: { email: '', password: '' },
  });
  const isInvited = inviteTokenIn(next) !== undefined;
  const registerPath = isInvited ? `${paths.register}?next=${encodeURIComponent(next)}` : paths.register;
  const submit = handleSubmit((body) =>
    enter.mutate(body, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: (account) => (account ? onEnter() : onCodeDue()),
    }),
  );
  return (
    <AuthFrame title="Welcome Back" text="Sign in to access your digital business cards">
      <title>Sign In · Goldleaf</title>
      <SignInReason next={next} />
      <form noValidate onFocus={prepareChecks} onSubmit={submit} className="mt-8 space-y-5">
        <Input
          label="Username"
          placeholder="Enter your username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <PasswordInput
          label="Password"
          placeholder="Enter your password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <Button
          type="submit"
          className="w-full"
          isPending={enter.isPending || formState.isSubmitting}
          pendingLabel="Signing in..."
        >
          Sign In
        </Button>
      </form>
      {canUsePasskeys() && (
        <Suspense fallback={<div className="mt-3 h-11" />}>
          <PasskeySignIn onEnter={onEnter} />
        </Suspense>
      )}
      <ProviderButtons next={next} />
      <p className="mt-6">
        <a href={paths.forgotPassword} className="text-gold-ink underline underline-offset-4">
          Forgot your password?
        </a>
      </p>
      <p className="mt-3 text-ink-2">
        Don't have an account?{' '}
        <Link to={registerPath} className="text-gold-ink underline underline-offset-4">
          {isInvited ? 'Create one' : 'Start your free trial'}
        </Link>
      </p>
    </AuthFrame>
  );
}
