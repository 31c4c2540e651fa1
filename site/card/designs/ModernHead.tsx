import type { HeadProps } from '#site/card/face.ts';
import { CardLocation, CompanyLogo, Cover, Name, Portrait, Role, Tagline } from './head-parts.tsx';

/** Modern: a band in the two colors, a large round photo overlapping its edge, the name in bold. */
export function ModernHead({ card, actions, code, isPreview, shows }: HeadProps) {
  return (
    <>
      <div className={shows(card.coverImage) ? 'band' : 'band is-bare'}>
        <Cover card={card} shows={shows} />
      </div>
      <header className="head">
        {code}
        <div className="portraits">
          <Portrait card={card} shows={shows} />
          <CompanyLogo card={card} shows={shows} />
        </div>
        <Name card={card} isPreview={isPreview} />
        <Role card={card} />
        <CardLocation card={card} />
        <Tagline card={card} />
        <div className="actions">{actions}</div>
      </header>
    </>
  );
}
