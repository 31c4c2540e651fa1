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
      <Section title="Colors" hint="Pick a palette or choose your own.">
        <div className="space-y-6">
          <ColourPresets />
          <ColourFields />
        </div>
      </Section>
    </>
  );
}
