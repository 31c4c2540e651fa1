import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { RouteError } from '#app/frame/RouteError.tsx';
import { CARD_FIELDS, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TeamField } from '../brand/TeamField.tsx';
import type { ChoiceName, PictureName, TextName } from '../card-form.ts';
import { CardChoice, CardField } from './CardField.tsx';

/** Uploads are as large as the rest of the tab, which need not wait for them. */
const MediaSlot = lazy(async () => ({ default: (await import('../media/MediaSlot.tsx')).MediaSlot }));

const isText = (name: CardFieldName): name is TextName =>
  ['line', 'text', 'mail', 'phone', 'link', 'list'].includes(CARD_FIELDS[name].kind);

const isChoice = (name: CardFieldName): name is ChoiceName => cardField(name).kind === 'choice';

const isPicture = (name: CardFieldName): name is PictureName => {
  const field = cardField(name);
  return field.kind === 'media' && field.of === 'image';
};

interface SectionFieldsProps {
  names: readonly CardFieldName[];
  /** Content below a field, on a line of its own. */
  after?: Partial<Record<CardFieldName, ReactNode>>;
}

/** The texts and images among these fields; halves are side by side where there is room. */
export function SectionFields({ names, after = {} }: SectionFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {names.map((name) => (
        <Fragment key={name}>
          <div className={cardField(name).editor.isHalf ? 'min-w-0' : 'min-w-0 sm:col-span-2'}>
            <TeamField name={name}>
              {isText(name) && <CardField name={name} />}
              {isPicture(name) && (
                <RouteError>
                  <Suspense
                    fallback={<Skeleton className={name === 'profileImage' ? 'photo-room' : 'h-56'} />}
                  >
                    <MediaSlot name={name} />
                  </Suspense>
                </RouteError>
              )}
              {isChoice(name) && <CardChoice name={name} />}
            </TeamField>
          </div>
          {after[name] && <div className="min-w-0 empty:hidden sm:col-span-2">{after[name]}</div>}
        </Fragment>
      ))}
    </div>
  );
}
