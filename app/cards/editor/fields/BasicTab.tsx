import { Suspense } from 'react';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { fieldsIn, useCardForm } from '../card-form.ts';
import { FoldedSection } from './FoldedSection.tsx';
import { Section } from './Section.tsx';
import { SectionFields } from './SectionFields.tsx';

/** For new cards alone. */
const Looks = lazyAddition(async () => (await import('../design/Looks.tsx')).Looks);
/** Asked once a name is typed anew. */
const PhoneticQuestion = lazyAddition(async () => (await import('./PhoneticQuestion.tsx')).PhoneticQuestion);

const MORE = CARD_SECTIONS.more;
const SKILLS = CARD_SECTIONS.skills;

/** Who the card is about. A new card begins with a photo, a look and six fields; the others wait in folds. */
export function BasicTab({ isNew }: { isNew: boolean }) {
  return (
    <>
      <h2 className="sr-only">{CARD_SECTIONS.card.title}</h2>
      <SectionFields
        names={fieldsIn('card')}
        after={{ ...(isNew && { profileImage: <LooksInPlace /> }), fullName: <NameParts /> }}
      />
      {isNew ? (
        <div className="mt-6 space-y-4 border-t border-line pt-4">
          <FoldedSection {...MORE} names={[...fieldsIn('about'), ...fieldsIn('more')]} />
          <FoldedSection {...SKILLS} names={fieldsIn('skills')} />
        </div>
      ) : (
        <>
          <Section {...CARD_SECTIONS.about}>
            <SectionFields names={fieldsIn('about')} />
          </Section>
          <div className="mt-8 border-t border-line pt-6">
            <FoldedSection {...MORE} names={fieldsIn('more')} />
          </div>
          <Section {...SKILLS}>
            <SectionFields names={fieldsIn('skills')} />
          </Section>
        </>
      )}
    </>
  );
}

function LooksInPlace() {
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <Looks />
    </Suspense>
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
      <FoldedSection {...CARD_SECTIONS.nameParts} names={fieldsIn('nameParts')} isQuiet />
    </>
  );
}
