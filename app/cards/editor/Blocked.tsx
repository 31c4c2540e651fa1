import { Instead } from '#app/frame/Instead.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { PRICE_TAX } from '#app/frame/price-tax.ts';
import { EndedWords } from '#app/money/billing/EndedWords.tsx';
import { CARD_LIMIT_MESSAGE, PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { type ButtonSize, buttonClass } from '#ui/Button.tsx';
import { EditorNotice } from './DraftNotice.tsx';

/** Screens shown in place of the form, with a way on. */

const ENDED = (
  <EndedWords
    needed={`$${PRICE_PER_CARD_USD}/month${PRICE_TAX} is needed to create new cards. Cards you already have stay online.`}
  />
);

const Subscribe = ({ size }: { size?: ButtonSize }) => (
  <Link to={paths.subscribe} className={buttonClass('primary', size)}>
    Subscribe ${PRICE_PER_CARD_USD}/month
  </Link>
);

export function SubscriptionRequired() {
  return (
    <Instead title="Subscription Required" text={ENDED}>
      <Subscribe />
      <BackToDashboard />
    </Instead>
  );
}

/** Above a form that is filled already: whoever leaves it may keep it as a draft. */
export const AccessEnded = () => (
  <div ref={showInView}>
    <EditorNotice text={ENDED}>
      <Subscribe size="small" />
    </EditorNotice>
  </div>
);

/** A phone may be further down when the form is refused. */
const showInView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'center' });

function CardLimitReached() {
  return (
    <Instead
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
    </Instead>
  );
}

/** In place of the form of a new card. */
export const NoNewCard = ({ isExpired }: { isExpired?: boolean }) =>
  isExpired ? <SubscriptionRequired /> : <CardLimitReached />;

export function CardNotFound() {
  return (
    <Instead title="Card Not Found" text="This card doesn’t exist, was deleted, or belongs to someone else.">
      <BackToDashboard />
    </Instead>
  );
}

export function TeamSuspended({ name }: { name: string }) {
  return (
    <Instead title="Team Suspended" text={`${name} is suspended, so no one can change its cards.`}>
      <BackToDashboard />
    </Instead>
  );
}

function BackToDashboard() {
  return (
    <Link to={paths.dashboard} className={buttonClass('secondary')}>
      Back to Dashboard
    </Link>
  );
}
