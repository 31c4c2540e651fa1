import { lazy, Suspense } from 'react';
import { RouteError } from '#app/frame/RouteError.tsx';
import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { namesOf } from '#shared/contract/field-kinds.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TeamField } from '../brand/TeamField.tsx';
import { fieldsIn, inEditorOrder } from '../card-form.ts';
import { Section } from './Section.tsx';
import { SectionFields } from './SectionFields.tsx';

const BackgroundField = lazy(async () => ({
  default: (await import('../media/BackgroundField.tsx')).BackgroundField,
}));
const MediaList = lazy(async () => ({ default: (await import('../media/MediaList.tsx')).MediaList }));
const FeatureSwitches = lazy(async () => ({
  default: (await import('./FeatureSwitches.tsx')).FeatureSwitches,
}));

const LISTS = inEditorOrder(namesOf(CARD_FIELDS, 'mediaList'));

/** Images and videos of the card, and its other abilities. They appear together, so that none moves another. */
export function MediaTab({ isNew }: { isNew: boolean }) {
  return (
    <Suspense fallback={<Skeleton className="h-[40rem]" />}>
      <Section {...CARD_SECTIONS.background}>
        <RouteError>
          <TeamField name="backgroundVideo">
            <BackgroundField isNew={isNew} />
          </TeamField>
        </RouteError>
      </Section>
      <Section {...CARD_SECTIONS.galleries}>
        <div className="space-y-4">
          <RouteError>
            {LISTS.map((name) => (
              <MediaList key={name} name={name} />
            ))}
          </RouteError>
        </div>
      </Section>
      <Section {...CARD_SECTIONS.brand}>
        <SectionFields names={fieldsIn('brand')} />
      </Section>
      <Section {...CARD_SECTIONS.features}>
        <RouteError>
          <FeatureSwitches />
        </RouteError>
      </Section>
    </Suspense>
  );
}
