import {
  useLinkedSignIns,
  useRemoveSignIn,
  useStartLink,
} from '#app/accounts/auth/linked-sign-ins.queries.ts';
import { ProviderLogo } from '#app/accounts/auth/ProviderLogo.tsx';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { paths } from '#app/frame/paths.ts';
import type { LinkedSignIn, SignInProvider } from '#shared/accounts/linked-sign-ins.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

/** The providers that sign in to the account, and those that could. */
export function LinkedSignIns() {
  const { data, error, refetch } = useLinkedSignIns();
  if (error && !data) return <LoadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-14" />;
  const isLinked = ({ name }: SignInProvider) => data.identities.some(({ provider }) => provider === name);
  return (
    <ul className="divide-y divide-line">
      {data.identities.map((identity) => (
        <Linked key={identity.id} identity={identity} />
      ))}
      {data.providers
        .filter((provider) => !isLinked(provider))
        .map((provider) => (
          <Linkable key={provider.name} provider={provider} />
        ))}
    </ul>
  );
}

const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 py-3';

function Linked({ identity }: { identity: LinkedSignIn }) {
  const remove = useRemoveSignIn();
  const { provider, label, email, createdAt, lastUsedAt } = identity;
  const use = lastUsedAt ? `Last used ${formatDay(lastUsedAt)}` : `Linked ${formatDay(createdAt)}`;
  return (
    <li className={ROW}>
      <ProviderLogo name={provider} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{label}</p>
        <p className="text-sm wrap-anywhere text-ink-2">{[email, use].filter(Boolean).join(' · ')}</p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Remove ${label}${email ? ` (${email})` : ''}`}
        isPending={remove.isPending}
        pendingLabel="Removing..."
        onClick={() => remove.mutate(identity)}
      >
        Remove
      </Button>
    </li>
  );
}

function Linkable({ provider }: { provider: SignInProvider }) {
  const link = useStartLink(paths.settings('security'));
  return (
    <li className={ROW}>
      <ProviderLogo name={provider.name} />
      <p className="min-w-0 flex-1">{provider.label}</p>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Link ${provider.label}`}
        isPending={link.isPending}
        pendingLabel="Linking..."
        onClick={() => link.mutate(provider)}
      >
        Link
      </Button>
    </li>
  );
}
