import { Suspense } from 'react';
import { useController } from 'react-hook-form';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { namesOf } from '#shared/contract/field-kinds.ts';
import { ColorField } from '#ui/ColorField.tsx';
import { TeamField } from '../brand/TeamField.tsx';
import { inEditorOrder, useCardForm } from '../card-form.ts';

const ColorWarning = lazyAddition(async () => (await import('./ColorWarning.tsx')).ColorWarning);
const COLORS = inEditorOrder(namesOf(CARD_FIELDS, 'color'));

/** Colors of the owner's own, with a warning if they would be hard to read. */
export function ColorFields() {
  return (
    <div>
      <div className="grid gap-5 sm:grid-cols-3">
        {COLORS.map((name) => (
          <TeamField key={name} name={name}>
            <CardColor name={name} />
          </TeamField>
        ))}
      </div>
      <div role="status">
        <Suspense>
          <ColorWarning />
        </Suspense>
      </div>
    </div>
  );
}

/** One color of the card. */
export function CardColor({
  name,
  isLabelHidden = false,
}: {
  name: (typeof COLORS)[number];
  isLabelHidden?: boolean;
}) {
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name });
  return (
    <ColorField
      label={CARD_FIELDS[name].label}
      isLabelHidden={isLabelHidden}
      value={field.value}
      error={fieldState.error?.message}
      onChange={field.onChange}
    />
  );
}
