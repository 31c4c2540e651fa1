import { Suspense } from 'react';
import { useController } from 'react-hook-form';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { namesOf } from '#shared/contract/field-kinds.ts';
import { ColorField } from '#ui/ColorField.tsx';
import { inEditorOrder, useCardForm } from '../card-form.ts';

const ColorWarning = lazyAddition(async () => (await import('./ColorWarning.tsx')).ColorWarning);
const COLORS = inEditorOrder(namesOf(CARD_FIELDS, 'color'));

/** Colors of the owner's own, with a warning if they would be hard to read. */
export function ColorFields() {
  return (
    <div>
      <div className="grid gap-5 sm:grid-cols-3">
        {COLORS.map((name) => (
          <CustomColor key={name} name={name} />
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

function CustomColor({ name }: { name: (typeof COLORS)[number] }) {
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name });
  return (
    <ColorField
      label={CARD_FIELDS[name].label}
      value={field.value}
      error={fieldState.error?.message}
      onChange={field.onChange}
    />
  );
}
