import { Check } from 'lucide-react';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';

/** The next steps, until the first contact has arrived. */
export function FirstSteps({ hasCard, hasView }: { hasCard: boolean; hasView: boolean }) {
  const isExpired = useUser()?.subscriptionStatus === 'expired';
  const firstCard = { title: 'Make your first card', isDone: hasCard };
  const steps = [
    isExpired && !hasCard
      ? {
          ...firstCard,
          text: `Subscribe for $${PRICE_PER_CARD_USD}/month to create it.`,
          to: paths.subscribe,
        }
      : { ...firstCard, text: 'All you need is your name and a name for the card.', to: paths.createCard },
    {
      title: 'Show its QR code',
      text: 'Anyone who scans it sees your card right away.',
      to: hasCard ? paths.dashboardTab('cards') : null,
      isDone: hasView,
    },
    {
      title: 'Meet people',
      text: 'People who share their details show up in your contacts.',
      to: hasCard ? paths.contacts : null,
      isDone: false,
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="font-display text-xl">
        First steps
      </h2>
      <ol className="mt-4 grid gap-px overflow-hidden rounded-surface border border-line bg-line sm:grid-cols-3">
        {steps.map(({ title, text, to, isDone }, index) => (
          <li key={title} className={`relative bg-surface p-6 ${isDone ? 'text-ink-2' : ''}`}>
            <p className="grid h-9 items-center font-display text-2xl font-light text-gold-ink">
              {isDone ? <Check size={24} strokeWidth={1.5} aria-label="Done" /> : index + 1}
            </p>
            <h3 className="mt-3 font-medium">
              {to && !isDone ? (
                <Link
                  to={to}
                  className={`after:absolute after:inset-0 ${index === next ? 'underline decoration-gold underline-offset-4' : ''}`}
                >
                  {title}
                </Link>
              ) : (
                title
              )}
            </h3>
            <p className="mt-1 text-sm text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
