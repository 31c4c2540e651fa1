import { lazy, Suspense } from 'react';
import { CARD_SECTIONS } from '#shared/card-fields/card-field.ts';
import { useCardForm } from './card-form.ts';
import { FoldedSection } from './FoldedSection.tsx';
import { Section } from './Section.tsx';
import { SectionFields } from './SectionFields.tsx';

const Nothing = () => null;
/** Asked once a name is typed anew. On a dead network nothing is asked, and the form stays. */
const PhoneticQuestion = lazy(() =>
  import('./PhoneticQuestion.tsx').then(
    (module) => ({ default: module.PhoneticQuestion }),
    () => ({ default: Nothing }),
  ),
);

/** Who the card is about. Only the first two fields are needed. */
export function BasicTab() {
  return (
    <>
      <Section {...CARD_SECTIONS.card}>
        <SectionFields section="card" after={{ fullName: <NameParts /> }} />
      </Section>
      <Section {...CARD_SECTIONS.reach}>
        <SectionFields section="reach" />
      </Section>
      <div className="mt-8 border-t border-line pt-6">
        <FoldedSection section="more" />
      </div>
      <Section {...CARD_SECTIONS.skills}>
        <SectionFields section="skills" />
      </Section>
    </>
  );
}

function NameParts() {
  const { dirtyFields } = useCardForm().formState;
  return (
    <>
      {dirtyFields.fullName && (
        <Suspense>
          <PhoneticQuestion />
        </Suspense>
      )}
      <FoldedSection section="nameParts" isQuiet />
    </>
  );
}
