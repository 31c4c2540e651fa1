import { useController, useWatch } from 'react-hook-form';
import { CARD_FIELDS } from '#shared/card-fields.ts';
import { namesOf } from '#shared/field-kinds.ts';
import { Caution } from '#ui/Caution.tsx';
import { ColorField } from '#ui/ColorField.tsx';
import { inEditorOrder, useCardForm } from '../card-form.ts';
import { colorWarning } from '../color-warning.ts';

const COLORS = inEditorOrder(namesOf(CARD_FIELDS, 'color'));

/** Colors of the owner's own, with a warning if they would be hard to read. */
export function ColorFields() {
  const { control } = useCardForm();
  const [primary, secondary] = useWatch({ control, name: ['primaryColor', 'secondaryColor'] });
  const warning = colorWarning(primary, secondary);
  return (
    <div>
      <div className="grid gap-5 sm:grid-cols-3">
        {COLORS.map((name) => (
          <CustomColor key={name} name={name} />
        ))}
      </div>
      <div role="status">{warning && <Caution className="mt-4">{warning}</Caution>}</div>
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
