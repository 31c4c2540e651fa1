import type { PublicCard } from '#shared/cards/cards.ts';
import { pageCss } from '#site/card/card-css.ts';
import { SidePage } from '#site/card/SidePage.tsx';
import { ExchangeForm } from './ExchangeForm.tsx';
import { exchangeThanks, type FormState, leadThanks, SaveTheirs, Tick } from './form-parts.tsx';
import { InboxFull } from './InboxFull.tsx';
import { LeadForm } from './LeadForm.tsx';

/** The visitors' forms as pages of their own, which work without scripts. */

export interface FormPageProps {
  card: PublicCard;
  state: FormState;
  /** The text that a visitor may agree to get; null if none would be sent. */
  offeredText?: string | null;
  /** True if this server can mail a receipt. */
  hasReceipts: boolean;
  /** Who gets what a visitor leaves. */
  receivers: string;
  /** The form was sent, and the page says so. */
  isShared: boolean;
  /** Nothing that is sent could be kept. */
  isInboxFull: boolean;
}

const backTo = (card: PublicCard, words: string, kind = '') => (
  <a className={`action${kind}`} href={`/card/${card.id}`}>
    {words}
  </a>
);

export function ExchangePage({
  card,
  state,
  offeredText = null,
  hasReceipts,
  receivers,
  isShared,
  isInboxFull,
}: FormPageProps) {
  const title = isShared ? 'Contact Shared Successfully!' : 'Share Your Contact Information';
  return (
    <SidePage css={pageCss(card)} card={card} title={title}>
      {isShared ? (
        <Thanks card={card} title={title} text={exchangeThanks(card.fullName)} />
      ) : isInboxFull ? (
        <>
          <h1>{title}</h1>
          <InboxFull card={card} close={backTo(card, 'Cancel', ' quiet')} />
        </>
      ) : (
        <ExchangeForm
          card={card}
          state={state}
          offeredText={offeredText}
          hasReceipts={hasReceipts}
          receivers={receivers}
          heading={<h1>{title}</h1>}
          cancel={backTo(card, 'Cancel', ' quiet')}
        />
      )}
    </SidePage>
  );
}

export function LeadPage({ card, state, hasReceipts, receivers, isShared, isInboxFull }: FormPageProps) {
  const title = isShared ? 'Thank you!' : 'Get in touch';
  return (
    <SidePage css={pageCss(card)} card={card} title={title}>
      {isShared ? (
        <Thanks card={card} title={title} text={leadThanks(card.fullName)} />
      ) : (
        <>
          <h1>{title}</h1>
          {isInboxFull ? (
            <InboxFull card={card} close={backTo(card, 'Cancel', ' quiet')} />
          ) : (
            <LeadForm
              card={card}
              state={state}
              hasReceipts={hasReceipts}
              receivers={receivers}
              cancel={backTo(card, 'Cancel', ' quiet')}
            />
          )}
        </>
      )}
    </SidePage>
  );
}

function Thanks({ card, title, text }: { card: PublicCard; title: string; text: string }) {
  return (
    <>
      <Tick />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <div className="buttons">
        {backTo(card, 'Done', ' quiet')}
        <SaveTheirs card={card} />
      </div>
    </>
  );
}
