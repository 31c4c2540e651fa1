import { CARD_SECTIONS } from '#shared/card-fields/card-field.ts';
import { CARD_FIELDS } from '#shared/card-fields.ts';
import { namesOf } from '#shared/field-kinds.ts';
import { CardSwitch } from './CardField.tsx';
import { inEditorOrder } from './card-form.ts';
import { LeadCapture } from './LeadCapture.tsx';
import { BackgroundField } from './media/BackgroundField.tsx';
import { MediaList } from './media/MediaList.tsx';
import { Section } from './Section.tsx';
import { SectionFields } from './SectionFields.tsx';

const LISTS = inEditorOrder(namesOf(CARD_FIELDS, 'mediaList'));
const SWITCHES = inEditorOrder(namesOf(CARD_FIELDS, 'switch'));

/** Images and videos of the card, and its other abilities. */
export function MediaTab({ isNew }: { isNew: boolean }) {
  return (
    <>
      <Section {...CARD_SECTIONS.background}>
        <BackgroundField isNew={isNew} />
      </Section>
      <Section {...CARD_SECTIONS.galleries}>
        <div className="space-y-4">
          {LISTS.map((name) => (
            <MediaList key={name} name={name} />
          ))}
        </div>
      </Section>
      <Section {...CARD_SECTIONS.brand}>
        <SectionFields section="brand" />
      </Section>
      <Section {...CARD_SECTIONS.features}>
        {SWITCHES.map((name) =>
          name === 'leadCaptureEnabled' ? <LeadCapture key={name} /> : <CardSwitch key={name} name={name} />,
        )}
      </Section>
    </>
  );
}
