import { Suspense } from 'react';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { useCardForm } from '../card-form.ts';
import { FoldedSection } from './FoldedSection.tsx';
import { Section } from './Section.tsx';
import { SectionFields } from './SectionFields.tsx';

/** Asked once a name is typed anew. */
const PhoneticQuestion = lazyAddition(async () => (await import('./PhoneticQuestion.tsx')).PhoneticQuestion);

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
