import { Link } from 'react-router';
import { useUser } from '#app/auth/auth.queries.ts';
import { paths } from '#app/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import { PageHeader } from '#ui/Page.tsx';
import { TrialTerms } from './TrialTerms.tsx';

export function CheckoutPage() {
  const user = useUser();
  return (
    <div className="mx-auto max-w-[640px]">
      <title>Checkout · Goldleaf</title>
      <PageHeader title="Nothing to pay today" text="Your account is ready, and your free trial has begun." />
      <TrialTerms trialEndsAt={user?.trialEndsAt ?? null} />
      <Link to={paths.dashboard} className={`mt-6 ${buttonClass()}`}>
        Go to dashboard
      </Link>
    </div>
  );
}
