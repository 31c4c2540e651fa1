import type { PublicCard } from '#shared/cards.ts';
import { Layout } from '../Layout.tsx';
import { pageCss } from './card-css.ts';
import { ExchangeForm } from './ExchangeForm.tsx';
import { type FormState, Tick } from './form-parts.tsx';
import { paletteClass } from './palette.ts';

export interface ExchangePageProps {
  card: PublicCard;
  state: FormState;
  isShared: boolean;
}

/** Contact exchange as a page: works wherever forms work. */
export function ExchangePage({ card, state, isShared }: ExchangePageProps) {
  const back = `/card/${card.id}`;
  const title = isShared ? 'Contact Shared Successfully!' : 'Share Your Contact Information';
  return (
    <Layout
      title={`${title} · ${card.fullName}`}
      base={pageCss(card)}
      bodyClass={`gl-page ${paletteClass(card)}`}
      head={<meta name="robots" content="noindex" />}
    >
      <main className="sharing">
        {isShared ? (
          <>
            <Tick />
            <h1>{title}</h1>
            <p className="lead">{card.fullName} will see your details in their contact list.</p>
            <div className="buttons">
              <a className="action" href={back}>
                Done
              </a>
            </div>
          </>
        ) : (
          <ExchangeForm
            card={card}
            state={state}
            heading={<h1>{title}</h1>}
            cancel={
              <a className="action quiet" href={back}>
                Cancel
              </a>
            }
          />
        )}
      </main>
    </Layout>
  );
}
