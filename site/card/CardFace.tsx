import type { ReactNode } from 'react';
import { isOwnMedia, isShowable } from '#shared/contract/media-urls.ts';
import { AboutSections } from './AboutSections.tsx';
import { ContactSection } from './contact/ContactSection.tsx';
import { contactLines } from './contact/contact-lines.ts';
import { measureAmount, measureStory } from './designs/amount.ts';
import { CardFrame } from './designs/CardFrame.tsx';
import type { FaceFields, Shows } from './face.ts';
import { PreviewActions } from './PreviewActions.tsx';

export interface CardFaceProps {
  card: FaceFields;
  /** The two buttons; the preview passes its own, which do nothing. */
  actions?: ReactNode;
  /** The lead form, after all of the owner's content. */
  form?: ReactNode;
  /** The QR code of the card's address, for print only. */
  code?: ReactNode;
  /** The editor's small preview: uploads that have no address yet, three networks, and no links to follow. */
  isPreview?: boolean;
}

/**
 * Public pages load nothing from third parties, who would learn who looks at a card and when: only images and videos we
 * store are shown, and an external address pasted by an owner stays hidden.
 */
const isStored: Shows = (src): src is string => src !== null && isOwnMedia(src);
const isHere: Shows = (src): src is string => src !== null && isShowable(src);

/**
 * The card itself, as the public page, the editor's preview and the landing page show it. Its styles come from
 * `cardCss(card)`; everything is scoped under `.gl-card`. A new design is a head in `designs/`, a style sheet there and
 * one in `print/`, and an entry in the tables by template.
 */
export function CardFace({ card, actions, form, code, isPreview = false }: CardFaceProps) {
  const shows = isPreview ? isHere : isStored;
  const lines = contactLines(card);
  return (
    <CardFrame
      card={card}
      kinds={[
        measureAmount(card, shows, { hasForm: Boolean(form), lines }),
        (Boolean(form) || measureStory(card, shows) > 0) && 'has-story',
      ]}
      actions={actions ?? <PreviewActions />}
      code={code}
      isPreview={isPreview}
      shows={shows}
    >
      <div className="body">
        <ContactSection card={card} lines={lines} isPreview={isPreview} />
        <AboutSections card={card} shows={shows} form={form} />
        {card.disclaimer && (
          <p className="disclaimer" dir="auto">
            {card.disclaimer}
          </p>
        )}
      </div>
    </CardFrame>
  );
}
