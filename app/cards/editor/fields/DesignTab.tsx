import { useContext } from 'react';
import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { TeamField } from '../brand/TeamField.tsx';
import { TeamBrand } from '../brand/team-brand.ts';
import { ColorFields } from '../design/ColorFields.tsx';
import { ColorPresets } from '../design/ColorPresets.tsx';
import { TemplateChoice } from '../design/TemplateChoice.tsx';
import { Section } from './Section.tsx';

/** How the card looks. */
export function DesignTab() {
  const fields = useContext(TeamBrand)?.fields;
  const arePresetsLocked = [fields?.primaryColor, fields?.secondaryColor].some(
    (one) => one?.mode === 'locked',
  );
  return (
    <>
      <Section {...CARD_SECTIONS.template}>
        <TeamField name="template">
          <TemplateChoice />
        </TeamField>
      </Section>
      <Section {...CARD_SECTIONS.colors}>
        <div className="space-y-6">
          {!arePresetsLocked && <ColorPresets />}
          <ColorFields />
        </div>
      </Section>
    </>
  );
}
