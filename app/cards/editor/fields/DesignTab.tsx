import { useContext } from 'react';
import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { BrandOfCard } from '../brand/brand-of-card.ts';
import { TeamField } from '../brand/TeamField.tsx';
import { ColorFields } from '../design/ColorFields.tsx';
import { ColorPresets } from '../design/ColorPresets.tsx';
import { TemplateChoice } from '../design/TemplateChoice.tsx';
import { Section } from './Section.tsx';

/** How the card looks. */
export function DesignTab() {
  const fields = useContext(BrandOfCard)?.fields;
  const arePresetsLocked = [fields?.primaryColor, fields?.secondaryColor].some(
    (one) => one?.mode === 'locked',
  );
  const { title, hint } = CARD_SECTIONS.colors;
  return (
    <>
      <Section {...CARD_SECTIONS.template}>
        <TeamField name="template">
          <TemplateChoice />
        </TeamField>
      </Section>
      <Section title={title} {...(!arePresetsLocked && { hint })}>
        <div className="space-y-6">
          {!arePresetsLocked && <ColorPresets />}
          <ColorFields />
        </div>
      </Section>
    </>
  );
}
