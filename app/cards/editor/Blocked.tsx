import type { ReactNode } from 'react';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { PRICE_TAX } from '#app/frame/price-tax.ts';
import { EndedWords } from '#app/money/billing/EndedWords.tsx';
import { CARD_LIMIT_MESSAGE, PRICE_PER_CARD_USD, PRODUCT } from '#shared/contract/constants.ts';
import { buttonClass } from '#ui/Button.tsx';

/** Screens shown in place of the form, with a way on. */

export function SubscriptionRequired() {
  return (
    <Blocked
      title="Subscription Required"
      text={
        <EndedWords
          needed={`$${PRICE_PER_CARD_USD}/month${PRICE_TAX} is needed to create new cards. Cards you already have stay online.`}
        />
      }
    >
      <Link to={paths.subscribe} className={buttonClass()}>
        Subscribe ${PRICE_PER_CARD_USD}/month
      </Link>
      <BackToDashboard />
    </Blocked>
  );
}

export function CardLimitReached() {
  return (
    <Blocked
      title="Card Limit Reached"
      text={
        <>
          {CARD_LIMIT_MESSAGE}
          <span className="mt-2 block">Delete a card to create a new one.</span>
        </>
      }
    >
      <Link to={paths.cards} className={buttonClass()}>
        View My Cards
      </Link>
      <BackToDashboard />
    </Blocked>
  );
}

export function CardNotFound() {
  return (
    <Blocked title="Card Not Found" text="This card doesn’t exist, was deleted, or belongs to someone else.">
      <BackToDashboard />
    </Blocked>
  );
}

export function TeamSuspended({ name }: { name: string }) {
  return (
    <Blocked title="Team Suspended" text={`${name} is suspended, so no one can change its cards.`}>
      <BackToDashboard />
    </Blocked>
  );
}

function BackToDashboard() {
  return (
    <Link to={paths.dashboard} className={buttonClass('secondary')}>
      Back to Dashboard
    </Link>
  );
}

function Blocked({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className="blocked mx-auto flex max-w-lg flex-col items-center py-16 text-center">
      <title>{`${title} · ${PRODUCT}`}</title>
      <h1 className="font-display text-2xl sm:text-3xl">{title}</h1>
      <p className="mt-4 text-ink-2">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
