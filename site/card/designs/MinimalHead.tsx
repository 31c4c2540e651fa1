import type { HeadProps } from '#site/card/face.ts';
import { CardLocation, CompanyLogo, Cover, Name, Portrait, Role, Tagline } from './head-parts.tsx';

/** Minimal: one enormous light name above one thin rule; everything else in one size, without boxes. */
export function MinimalHead({ card, actions, code, isPreview, shows, across }: HeadProps) {
  return (
    <header className="head">
      <Cover card={card} shows={shows} across={across} />
      {code}
      <div className="portraits">
        <Portrait card={card} shows={shows} />
        <CompanyLogo card={card} shows={shows} />
      </div>
      <Name card={card} isPreview={isPreview} />
      <hr className="rule" />
      <div className="facts">
        <Role card={card} />
        <CardLocation card={card} />
        <Tagline card={card} />
      </div>
      <div className="actions">{actions}</div>
    </header>
  );
}
