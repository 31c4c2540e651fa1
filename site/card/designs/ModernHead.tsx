import type { HeadProps } from '#site/card/face.ts';
import { CardLocation, CompanyLogo, Cover, Name, Portrait, Role, Tagline } from './head-parts.tsx';

/** Modern: a plane of color, or the photo in its place, a portrait over its edge, the name in bold. */
export function ModernHead({ card, actions, plane, code, isPreview, shows, across }: HeadProps) {
  return (
    <>
      <div className="band">
        {plane}
        <Cover card={card} shows={shows} across={across} />
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
