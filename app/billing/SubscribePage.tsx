import { Link } from 'react-router';
import { useUser } from '#app/auth/auth.queries.ts';
import { paths } from '#app/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import { PageHeader } from '#ui/Page.tsx';
import { STATUS_LABELS } from './status.ts';
import { TrialTerms } from './TrialTerms.tsx';

export function SubscribePage() {
  const user = useUser();
  return (
    <div className="mx-auto max-w-[640px]">
      <title>Subscription · Goldleaf</title>
      <PageHeader
        title="Your subscription"
        text={user ? `Status: ${STATUS_LABELS[user.subscriptionStatus]}` : undefined}
      />
      <TrialTerms trialEndsAt={user?.trialEndsAt ?? null} />
      <Link to={paths.dashboard} className={`mt-6 ${buttonClass()}`}>
        Go to dashboard
      </Link>
    </div>
  );
}
