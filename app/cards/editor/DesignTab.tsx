import { ColourFields } from './design/ColourFields.tsx';
import { ColourPresets } from './design/ColourPresets.tsx';
import { TemplateChoice } from './design/TemplateChoice.tsx';
import { Section } from './Section.tsx';

/** How the card looks. */
export function DesignTab() {
  return (
    <>
      <Section title="Template">
        <TemplateChoice />
      </Section>
      <Section title="Colours" hint="Choose a pair, or your own below.">
        <div className="space-y-6">
          <ColourPresets />
          <ColourFields />
        </div>
      </Section>
    </>
  );
}
