import { Section } from '#site/card/Section.tsx';
import { EMPTY_FORM, leadThanks, Tick } from './form-parts.tsx';
import { InboxFull } from './InboxFull.tsx';
import { type LeadCard, LeadForm } from './LeadForm.tsx';

/** The lead form as a section of the card; a script sends it without leaving the page. */
export function LeadSection({
  card,
  hasReceipts,
  receivers,
  isInboxFull,
}: {
  card: LeadCard;
  hasReceipts: boolean;
  receivers: string;
  isInboxFull: boolean;
}) {
  if (isInboxFull) {
    return (
      <Section title="Get in touch" kind="sharing">
        <InboxFull card={card} />
      </Section>
    );
  }
  return (
    <Section title="Get in touch" kind="sharing">
      <LeadForm card={card} state={EMPTY_FORM} hasReceipts={hasReceipts} receivers={receivers} />
      <div data-shared hidden>
        <Tick />
        <p tabIndex={-1}>
          <strong>Thank you!</strong> {leadThanks(card.fullName)}
        </p>
      </div>
    </Section>
  );
}
