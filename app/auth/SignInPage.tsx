import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { type BodyOf, call } from '#app/api/call.ts';
import { showFieldErrors } from '#app/api/form-errors.ts';
import { paths } from '#app/paths.ts';
import { destinationAfter } from '#shared/screens.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { useEnter } from './auth.queries.ts';
import { checkSignIn, prepareChecks } from './late-checks.ts';

type Body = BodyOf<'POST /api/auth/login'>;

const FAILURE = { title: 'Sign in failed', fallback: 'Invalid email or password. Please try again.' };

export function SignInPage() {
  const [search] = useSearchParams();
  const next = destinationAfter(search.get('next'), paths.dashboard);
  const navigate = useNavigate();
  const enter = useEnter((body: Body) => call('POST /api/auth/login', { body }), FAILURE);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: checkSignIn,
    defaultValues: { email: '', password: '' },
  });
  const submit = handleSubmit((body) =>
    enter.mutate(body, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess() {
        toast({ title: 'Welcome back!', description: "You've successfully signed in." });
        void navigate(next, { replace: true });
      },
    }),
  );
  return (
    <AuthFrame title="Welcome Back" text="Sign in to access your digital business cards">
      <title>Sign In · Goldleaf</title>
      <SessionEnded next={next} />
      <form noValidate onFocus={prepareChecks} onSubmit={submit} className="mt-8 space-y-5">
        <Input
          label="Username"
          placeholder="Enter your username"
          autoComplete="username"
          autoCapitalize="none"
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Input
          label="Password"
          type="password"
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
      <p className="mt-6 text-ink-2">
        Don't have an account?{' '}
        <Link to={paths.register} className="text-gold-ink underline underline-offset-4">
          Start your free trial
        </Link>
      </p>
    </AuthFrame>
  );
}

/** Tells users whose session has just ended why they are here again. */
function SessionEnded({ next }: { next: string }) {
  const { state } = useLocation();
  if (state?.ending !== 'expired') return null;
  const isEditor = [paths.createCard, paths.editCard('')].some((path) => next.startsWith(path));
  return (
    <p role="status" className="mt-6 rounded-control border border-gold/60 bg-surface p-4">
      <strong className="block font-medium">Your session has ended</strong>
      {isEditor
        ? 'What you typed is kept on this device. Sign in to go back to your card.'
        : 'Sign in to go back to where you were.'}
    </p>
  );
}
