import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { formatDay } from '#app/frame/dates.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { STATUS_LABELS, STATUS_TONES } from '#app/money/billing/status.ts';
import type { Account } from '#shared/accounts/account.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { useChangeAccount } from './account.queries.ts';
import { checkDetails, prepareChecks } from './late-checks.ts';
import { tellOfNewAddress } from './new-address.ts';

/** Name, username, addresses, and the subscription status. */
export function AccountDetails({ account }: { account: Account }) {
  const { user } = account;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 border-b border-line pb-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          <Badge tone={STATUS_TONES[user.subscriptionStatus]}>{STATUS_LABELS[user.subscriptionStatus]}</Badge>
          {user.subscriptionStatus === 'cancelled' && user.subscriptionEndsAt && (
            <span>Access until {formatDay(user.subscriptionEndsAt)}</span>
          )}
          <span>Member since {formatDay(user.createdAt)}</span>
        </p>
        <Link to={paths.subscribe} className={buttonClass('secondary', 'small')}>
          {user.subscriptionStatus === 'active' ? 'Manage Subscription' : 'Upgrade to Premium'}
        </Link>
      </div>
      <DetailsForm account={account} />
    </>
  );
}

/** Where the address stands, while it is not settled. */
function sayHint({ pendingEmail, isEmailConfirmed }: Account['user']): string | undefined {
  if (pendingEmail) return `Open the link we sent to ${pendingEmail} to switch to this address.`;
  return isEmailConfirmed ? 'Confirmed' : undefined;
}

function DetailsForm({ account: { user, settings } }: { account: Account }) {
  const save = useChangeAccount('Failed to save your details. Please try again.');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: checkDetails,
    values: {
      fullName: user.fullName,
      username: user.username,
      email: user.email || undefined,
      phoneNumber: settings.phoneNumber ?? '',
    },
  });
  const { errors, isDirty } = formState;
  const submit = handleSubmit((details) =>
    save.mutate(details, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: (account) => tellOfNewAddress(account),
    }),
  );
  return (
    <form noValidate onFocus={prepareChecks} onSubmit={submit} className="space-y-5">
      <Input
        label="Full Name"
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName')}
      />
      <Input
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        hint={`Your portfolio is at ${new URL(paths.portfolio(user.username), window.location.origin).href}`}
        error={errors.username?.message}
        {...register('username')}
      />
      <Input
        label="Email Address"
        type="email"
        autoComplete="email"
        hint={sayHint(user)}
        error={errors.email?.message}
        {...register('email', { setValueAs: (value) => value || (user.email && '') || undefined })}
      />
      <Input
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        error={errors.phoneNumber?.message}
        {...register('phoneNumber')}
      />
      <Button type="submit" disabled={!isDirty} isPending={save.isPending} pendingLabel="Saving...">
        Save Changes
      </Button>
    </form>
  );
}
