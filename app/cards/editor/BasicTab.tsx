import { CARD_SECTIONS } from '#shared/card-fields/card-field.ts';
import { MoreDetails } from './MoreDetails.tsx';
import { Section } from './Section.tsx';
import { SectionFields } from './SectionFields.tsx';

/** Who the card is about. Only the first two fields are needed. */
export function BasicTab() {
  return (
    <>
      <Section {...CARD_SECTIONS.card}>
        <SectionFields section="card" />
      </Section>
      <Section {...CARD_SECTIONS.reach}>
        <SectionFields section="reach" />
      </Section>
      <MoreDetails />
      <Section {...CARD_SECTIONS.skills}>
        <SectionFields section="skills" />
      </Section>
    </>
  );
}
