import { useWatch } from 'react-hook-form';
import { Caution } from '#ui/Caution.tsx';
import { useCardForm } from '../card-form.ts';
import { colorWarning } from '../color-warning.ts';

/** Says if the two main colors would be hard to read together. */
export function ColorWarning() {
  const { control } = useCardForm();
  const [primary, secondary] = useWatch({ control, name: ['primaryColor', 'secondaryColor'] });
  const warning = colorWarning(primary, secondary);
  return warning && <Caution className="mt-4">{warning}</Caution>;
}
