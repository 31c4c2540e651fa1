import type { ReactNode } from 'react';
import type { PublicCard } from '#shared/cards/cards.ts';
import { inboxFullText } from '#shared/people/contacts.ts';
import { Icon } from '#site/card/Icon.tsx';

/** Instead of a form whose answers could not be kept. */
export function InboxFull({ card, close }: { card: Pick<PublicCard, 'id' | 'fullName'>; close?: ReactNode }) {
  return (
    <>
      <p className="lead">{inboxFullText(card.fullName)}</p>
      <div className="buttons">
        <a className="action" href={`/api/cards/${card.id}/vcard`}>
          <Icon glyph="save" />
          <span>Save Contact</span>
        </a>
        {close}
      </div>
    </>
  );
}
