import type { HeadProps } from '#site/card/face.ts';
import { CardLocation, CompanyLogo, Cover, Name, Portrait, Role, Tagline } from './head-parts.tsx';

/** Classic: centered like letterpress, an oval photo or a monogram, an ornament between hairlines. */
export function ClassicHead({ card, actions, code, isPreview, shows, across }: HeadProps) {
  return (
    <header className="head">
      <Cover card={card} shows={shows} across={across} />
      {code}
      <Portrait card={card} shows={shows} />
      <Name card={card} isPreview={isPreview} />
      <Ornament />
      <Role card={card} />
      <CardLocation card={card} />
      <Tagline card={card} />
      <CompanyLogo card={card} shows={shows} />
      <div className="actions">{actions}</div>
    </header>
  );
}

/** A leaf on either side of a lozenge, in the color of the card. */
function Ornament() {
  return (
    <svg className="ornament" viewBox="0 0 120 16" aria-hidden="true">
      <path d="M0 8h38M82 8h38" />
      <path
        className="solid"
        d="M60 2l5 6-5 6-5-6zM53 8c-3-4-7-5-11-4 2 4 6 6 11 4zM67 8c3-4 7-5 11-4-2 4-6 6-11 4z"
      />
    </svg>
  );
}
