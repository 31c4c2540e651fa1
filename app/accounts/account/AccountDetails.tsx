import type { ComponentProps } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { STATUS_LABELS, STATUS_TONES } from '#app/money/billing/status.ts';
import type { Account } from '#shared/accounts/account.ts';
import { Badge } from '#ui/Badge.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { FieldRow } from '#ui/Field.tsx';
import { EditRow } from './EditRow.tsx';

const DetailForm = lazyDialog(async () => (await import('./DetailForm.tsx')).DetailForm);

/** The subscription status, name, username, addresses and number. */
export function AccountDetails({ account: { user, settings } }: { account: Account }) {
  const note = sayNote(user);
  return (
    <>
      <Status user={user} />
      {detail({ name: 'fullName', label: 'Full Name', value: user.fullName, autoComplete: 'name' })}
      {detail({
        name: 'username',
        label: 'Username',
        value: user.username,
        hint: `Your portfolio is at ${new URL(paths.portfolio(user.username), window.location.origin).href}`,
        autoComplete: 'username',
        autoCapitalize: 'none',
      })}
      {detail(
        {
          name: 'email',
          label: 'Email Address',
          value: user.email,
          hint: note,
          type: 'email',
          autoComplete: 'email',
        },
        note,
      )}
      {detail({
        name: 'phoneNumber',
        label: 'Phone Number',
        value: settings.phoneNumber ?? '',
        type: 'tel',
        autoComplete: 'tel',
      })}
    </>
  );
}

const detail = (field: Omit<ComponentProps<typeof DetailForm>, 'onClose'>, note?: string) => (
  <EditRow label={field.label} value={field.value} note={note}>
    {(close) => <DetailForm {...field} onClose={close} />}
  </EditRow>
);

const Status = ({ user }: Pick<Account, 'user'>) => (
  <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4">
    <FieldRow label="Status">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <Badge tone={STATUS_TONES[user.subscriptionStatus]}>{STATUS_LABELS[user.subscriptionStatus]}</Badge>
        {user.subscriptionStatus === 'cancelled' && user.subscriptionEndsAt ? (
          <span>Access until {formatDay(user.subscriptionEndsAt)}</span>
        ) : (
          <span className="max-sm:hidden">Member since {formatDay(user.createdAt)}</span>
        )}
      </p>
    </FieldRow>
    <Link to={paths.subscribe} className={buttonClass('secondary', 'small')}>
      {user.subscriptionStatus === 'active' ? 'Manage Subscription' : 'Upgrade to Premium'}
    </Link>
  </div>
);

/** Where the address stands, while it is not settled. */
function sayNote({ pendingEmail, isEmailConfirmed }: Account['user']): string | undefined {
  if (pendingEmail) return `Open the link we sent to ${pendingEmail} to switch to this address.`;
  return isEmailConfirmed ? 'Confirmed' : undefined;
}
