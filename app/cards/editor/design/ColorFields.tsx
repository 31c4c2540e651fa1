import { useController, useWatch } from 'react-hook-form';
import { Caution } from '#ui/Caution.tsx';
import { ColorField } from '#ui/ColorField.tsx';
import { useCardForm } from '../card-form.ts';
import { colorWarning } from '../color-warning.ts';

const COLORS = [
  { name: 'primaryColor', label: 'Primary color' },
  { name: 'secondaryColor', label: 'Secondary color' },
  { name: 'accentColor', label: 'Accent color' },
] as const;

/** Colors of one's own, and a warning where they would be hard to read. */
export function ColorFields() {
  const { control } = useCardForm();
  const [primary, secondary] = useWatch({ control, name: ['primaryColor', 'secondaryColor'] });
  const warning = colorWarning(primary, secondary);
  return (
    <div>
      <div className="grid gap-5 sm:grid-cols-3">
        {COLORS.map((color) => (
          <CustomColor key={color.name} {...color} />
        ))}
      </div>
      <div role="status">{warning && <Caution className="mt-4">{warning}</Caution>}</div>
    </div>
  );
}

function CustomColor({ name, label }: (typeof COLORS)[number]) {
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name });
  return (
    <ColorField
      label={label}
      value={field.value}
      error={fieldState.error?.message}
      onChange={field.onChange}
    />
  );
}
