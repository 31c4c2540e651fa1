import type { PublicCard } from '#shared/cards/cards.ts';
import { ExchangeForm, type ExchangeFormProps } from './ExchangeForm.tsx';
import { EMPTY_FORM, exchangeThanks, SaveTheirs, Tick } from './form-parts.tsx';

type ExchangeDialogProps = Pick<ExchangeFormProps, 'offeredText' | 'hasReceipts' | 'receivers'> & {
  card: PublicCard;
};

/** The form as a dialog, opened by the page's script; without scripts the button leads to the form's own page. */
export function ExchangeDialog({ card, offeredText, hasReceipts, receivers }: ExchangeDialogProps) {
  return (
    <dialog className="sharing" aria-labelledby="exchange-title">
      <ExchangeForm
        card={card}
        state={EMPTY_FORM}
        offeredText={offeredText}
        hasReceipts={hasReceipts}
        receivers={receivers}
        heading={<h2 id="exchange-title">Share Your Contact Information</h2>}
        cancel={
          <button className="action quiet" type="button" data-close>
            Cancel
          </button>
        }
      />
      <div data-shared hidden>
        <Tick />
        <h2 tabIndex={-1}>Contact Shared Successfully!</h2>
        <p className="lead">{exchangeThanks(card.fullName)}</p>
        <div className="buttons">
          <button className="action quiet" type="button" data-close>
            Done
          </button>
          <SaveTheirs card={card} />
        </div>
      </div>
      <p
        className="toast"
        role="status"
        data-title="Contact shared successfully!"
        data-text={`Your contact information has been shared with ${card.fullName}.`}
      />
    </dialog>
  );
}
