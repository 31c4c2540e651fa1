import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { ColorFields } from '../design/ColorFields.tsx';
import { ColorPresets } from '../design/ColorPresets.tsx';
import { TemplateChoice } from '../design/TemplateChoice.tsx';
import { Section } from './Section.tsx';

/** How the card looks. */
export function DesignTab() {
  return (
    <>
      <Section {...CARD_SECTIONS.template}>
        <TemplateChoice />
      </Section>
      <Section {...CARD_SECTIONS.colors}>
        <div className="space-y-6">
          <ColorPresets />
          <ColorFields />
        </div>
      </Section>
    </>
  );
}
