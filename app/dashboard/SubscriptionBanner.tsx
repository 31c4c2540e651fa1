import { Link } from 'react-router';
import { useCards } from '#app/cards/cards.queries.ts';
import { formatDay } from '#app/dates.ts';
import { paths } from '#app/paths.ts';
import type { User } from '#shared/account.ts';
import { PRICE_PER_CARD_USD } from '#shared/constants.ts';
import { buttonClass } from '#ui/Button.tsx';

/** The subscription status, while there is something the owner should do about it. */
export function SubscriptionBanner({ user }: { user: User }) {
  if (user.subscriptionStatus === 'trial') {
    const end = user.trialEndsAt && ` until ${formatDay(user.trialEndsAt)}`;
    return (
      <Banner
        title="Free Trial Active"
        text={`Your trial includes everything${end || ''}.`}
        action="Subscribe Now"
      />
    );
  }
  return user.subscriptionStatus === 'expired' ? <ExpiredBanner /> : null;
}

function ExpiredBanner() {
  const { data: cards } = useCards();
  const price = `$${PRICE_PER_CARD_USD}/month`;
  const what =
    cards?.length === 0
      ? 'is needed to create a card.'
      : 'is needed to create new cards. Your existing cards stay online.';
  return (
    <Banner
      title="Subscription Required"
      text={`Your trial has ended. ${price} ${what}`}
      action={`Subscribe ${price}`}
    />
  );
}

function Banner({ title, text, action }: { title: string; text: string; action: string }) {
  return (
    <section
      aria-label={title}
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface border border-gold/50 bg-surface px-5 py-4"
    >
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="text-ink-2">{text}</p>
      </div>
      <Link to={paths.subscribe} className={buttonClass('secondary', 'small')}>
        {action}
      </Link>
    </section>
  );
}
