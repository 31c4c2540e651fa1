import { Link } from 'react-router';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { useAccount, useChangeAccount } from '#app/auth/auth.queries.ts';
import { STATUS_LABELS } from '#app/billing/status.ts';
import { formatDay } from '#app/dates.ts';
import { paths } from '#app/paths.ts';
import type { Account } from '#shared/account.ts';
import { Badge } from '#ui/Badge.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { Switch } from '#ui/Choice.tsx';
import { Surface } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';

const TOGGLES = [
  {
    name: 'isProfileVisible',
    label: 'Profile visibility',
    hint: 'Off: your cards answer “Card Not Found” to everyone but you.',
  },
  {
    name: 'isAnalyticsEnabled',
    label: 'Analytics tracking',
    hint: 'Off: views of your cards are not recorded.',
  },
  {
    name: 'isExchangeEnabled',
    label: 'Contact exchange',
    hint: 'Off: visitors cannot send you their details.',
  },
] as const;

export function SettingsTab() {
  const { data: account, error, refetch } = useAccount();
  if (account) {
    return (
      <div className="grid max-w-[640px] gap-6">
        <AccountInformation user={account.user} />
        <Privacy settings={account.settings} />
      </div>
    );
  }
  if (error) return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  return <Skeleton className="h-64 max-w-[640px]" />;
}

function AccountInformation({ user }: { user: Account['user'] }) {
  const rows = [
    { label: 'Full name', value: user.fullName },
    { label: 'Username', value: user.username },
    { label: 'Email', value: user.email },
    { label: 'Member since', value: formatDay(user.createdAt) },
  ];
  return (
    <Surface>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-xl">Account information</h2>
        <Badge tone={user.subscriptionStatus === 'expired' ? 'danger' : 'gold'}>
          {STATUS_LABELS[user.subscriptionStatus]}
        </Badge>
      </div>
      <dl className="mt-4 divide-y divide-line">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
            <dt className="text-ink-2">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {user.subscriptionStatus !== 'active' && (
        <Link to={paths.subscribe} className={`mt-4 ${buttonClass('secondary')}`}>
          Upgrade to Premium
        </Link>
      )}
    </Surface>
  );
}

function Privacy({ settings }: { settings: Account['settings'] }) {
  const change = useChangeAccount();
  return (
    <Surface>
      <h2 className="font-display text-xl">Privacy</h2>
      <div className="mt-3 divide-y divide-line">
        {TOGGLES.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            checked={settings[name]}
            onChange={(event) => change.mutate({ [name]: event.target.checked })}
          />
        ))}
      </div>
    </Surface>
  );
}
