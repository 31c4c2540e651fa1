import { Suspense } from 'react';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { fieldsIn, useCardForm } from '../card-form.ts';
import { AddField } from './AddField.tsx';
import { SectionFields } from './SectionFields.tsx';
import { useShownFields } from './use-shown-fields.ts';

/** For new cards alone. */
const Looks = lazyAddition(async () => (await import('../design/Looks.tsx')).Looks);
/** Asked once a name is typed anew. */
const PhoneticQuestion = lazyAddition(async () => (await import('./PhoneticQuestion.tsx')).PhoneticQuestion);

/** Who the card is about: a photo and six fields, then those that are filled. "Add a field" has the others. */
export function BasicTab({ isNew }: { isNew: boolean }) {
  const { isShown, hidden, add } = useShownFields();
  const names = fieldsIn('nameParts').filter(isShown);
  const others = (['about', 'more', 'skills'] as const).flatMap(fieldsIn).filter(isShown);
  return (
    <>
      <h2 className="sr-only">{CARD_SECTIONS.card.title}</h2>
      <SectionFields
        names={[...fieldsIn('card'), ...others]}
        after={{
          ...(isNew && { profileImage: <LooksInPlace /> }),
          fullName: (
            <>
              <AskedPhonetics />
              {names.length > 0 && <SectionFields names={names} />}
            </>
          ),
        }}
      />
      <AddField hidden={hidden} onAdd={add} />
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

function AskedPhonetics() {
  const { dirtyFields } = useCardForm().formState;
  return (
    dirtyFields.fullName && (
      <Suspense>
        <PhoneticQuestion />
      </Suspense>
    )
  );
}
