import { ColorFields } from './design/ColorFields.tsx';
import { ColorPresets } from './design/ColorPresets.tsx';
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
          <ColorPresets />
          <ColorFields />
        </div>
      </Section>
    </>
  );
}
