import { Check } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type BodyOf, CallError, call } from '#app/frame/api/call.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Link, useNavigate, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { PRICE_TAX } from '#app/frame/price-tax.ts';
import { LegalNote } from '#app/pages/legal/LegalNote.tsx';
import { USE_ANYWAY } from '#shared/accounts/password-words.ts';
import { PRICE_PER_CARD_USD, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { destinationAfter } from '#shared/contract/screens.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { toast } from '#ui/Toast.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { inviteTokenIn } from './invite-token.ts';
import { checkRegistration, prepareChecks } from './late-checks.ts';
import { NewPasswordStrength } from './NewPasswordStrength.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { useEnter } from './proof/enter.queries.ts';
import { COMMON, useCommonPassword } from './use-common-password.ts';
import { useSuggestedUsername } from './use-suggested-username.ts';

/** Loaded only for those whose address is in use. */
const AddressInUse = lazyAddition(async () => (await import('./AddressInUse.tsx')).AddressInUse);

type Body = BodyOf<'POST /api/auth/register'>;

const FAILURE = { title: 'Registration failed', fallback: 'Failed to create account. Please try again.' };

const BENEFITS = [
  'Unlimited digital cards',
  'QR code generation',
  'Contact management',
  'Social media integration (LinkedIn, Twitter, Instagram, GitHub)',
  'Advanced analytics',
  'Priority support',
];

const FOR_ALL = `Free for ${TRIAL_DAYS} days, then $${PRICE_PER_CARD_USD} per month per card${PRICE_TAX}. Cancel anytime.`;
const FOR_INVITED = 'Then claim the card that was prepared for you.';

export function RegisterPage() {
  const [typed, setTyped] = useState({ name: '', email: '' });
  const [search] = useSearchParams();
  const next = destinationAfter(search.get('next'), paths.dashboard);
  const invite = inviteTokenIn(next);
  const signIn = invite ? `${paths.signIn}?next=${encodeURIComponent(next)}` : paths.signIn;
  return (
    <AuthFrame
      title="Create your account"
      text={invite ? FOR_INVITED : FOR_ALL}
      aside={invite ? undefined : <Benefits />}
      {...typed}
    >
      <title>Create Account · Goldleaf</title>
      <RegistrationForm onTyped={setTyped} invite={invite} signIn={signIn} />
      <ProviderButtons next={invite ? next : paths.dashboard} />
      <p className="mt-6 text-ink-2">
        Already have an account?{' '}
        <Link to={signIn} className="text-gold-ink underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </AuthFrame>
  );
}

function Benefits() {
  return (
    <div className="mx-auto w-full max-w-md lg:max-w-96">
      <h2 className="font-display text-xl">Your subscription includes</h2>
      <ul className="mt-4 space-y-2.5">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check size={18} className="mt-0.5 shrink-0 text-gold" />
            {benefit}
          </li>
        ))}
      </ul>
    </div>
  );
}

const CREATED = {
  title: 'Account created!',
  description: 'Please proceed to payment to activate your account.',
};

const sayPortfolio = (username: string) => `${window.location.host}${paths.portfolio(username)}`;

interface RegistrationFormProps {
  /** Told what belongs on a card. */
  onTyped: (typed: { name: string; email: string }) => void;
  /** The token of the invite from which somebody comes. */
  invite: string | undefined;
  /** The path to sign in instead. */
  signIn: string;
}

function RegistrationForm({ onTyped, invite, signIn }: RegistrationFormProps) {
  const navigate = useNavigate();
  const [usedEmail, setUsedEmail] = useState<string | null>(null);
  const enter = useEnter((body: Body) => call('POST /api/auth/register', { body }), FAILURE);
  const form = useForm({
    resolver: checkRegistration,
    defaultValues: { fullName: '', username: '', email: '', password: '' },
  });
  const { register, handleSubmit, setError, watch } = form;
  const { errors, isSubmitting } = form.formState;
  const typed = watch();
  const { fullName: name, email } = typed;
  useEffect(() => onTyped({ name, email }), [onTyped, name, email]);
  const suggestion = useSuggestedUsername(form);
  const checkCommon = useCommonPassword();
  const isCommon = errors.password?.type === COMMON;
  const submit = handleSubmit(async (body) => {
    const common = await checkCommon(body.password, [body.username, body.email]);
    if (common) return setError('password', common, { shouldFocus: true });
    enter.mutate(
      { ...body, ...(invite && { invite }) },
      {
        onError(error) {
          showFieldErrors(error, setError);
          const taken = error instanceof CallError && error.status === 409 ? error.fields : {};
          setUsedEmail('email' in taken ? body.email : null);
          if ('username' in taken) suggestion.replaceTaken();
        },
        onSuccess({ next }) {
          toast(invite ? { title: CREATED.title } : CREATED);
          void navigate(next, { replace: true });
        },
      },
    );
  });
  return (
    <form noValidate onFocus={prepareChecks} onSubmit={submit} className="mt-8 space-y-5">
      <Input
        label="Full Name"
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName', { onChange: suggestion.followName })}
      />
      <Input
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        hint={`Your portfolio link: ${sayPortfolio(typed.username || 'you')}`}
        error={errors.username?.message}
        {...register('username', { onChange: suggestion.noteTyped })}
      />
      <Input
        label="Email Address"
        type="email"
        autoComplete="email"
        hint={invite && 'Use the address your invite came to.'}
        error={errors.email?.message}
        {...register('email')}
      />
      {usedEmail && (
        <Suspense>
          <AddressInUse key={usedEmail} email={usedEmail} signIn={signIn} />
        </Suspense>
      )}
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errors.password?.message}
        {...register('password')}
      />
      {!isCommon && <NewPasswordStrength password={typed.password} about={[typed.username, typed.email]} />}
      <Button
        type="submit"
        className="w-full"
        isPending={enter.isPending || isSubmitting}
        pendingLabel="Creating Account..."
      >
        {isCommon ? USE_ANYWAY : invite ? 'Create Account' : 'Continue to Payment'}
      </Button>
      <LegalNote act="registering" />
    </form>
  );
}
