import type { ComponentProps } from 'react';
import { cardField } from '#shared/card-fields.ts';
import type { Kind } from '#shared/field-kinds.ts';
import type { SocialNetwork } from '#shared/links.ts';
import { Switch } from '#ui/Choice.tsx';
import { Input, Select, Textarea } from '#ui/Field.tsx';
import { type ChoiceName, type SwitchName, type TextName, useCardForm } from './card-form.ts';
import { messageIn } from './tabs.ts';

/** Fields of the form as the table of a card describes them. */

/** How a kind of field is typed. */
const TYPED_AS: Partial<Record<Kind, ComponentProps<'input'>>> = {
  mail: { type: 'email' },
  phone: { type: 'tel' },
  link: { inputMode: 'url' },
};

/** What connects an input with its field, and the sentence about it. */
export function useText(name: TextName | `social.${SocialNetwork}`) {
  const { register, getFieldState, formState } = useCardForm();
  return { ...register(name), error: messageIn(getFieldState(name, formState).error) };
}

/** One line of the card, or several. */
export function CardField({ name }: { name: TextName }) {
  const { kind, label, hint, placeholder, autoComplete, editor } = cardField(name);
  const field = { label, hint, placeholder, autoComplete, ...useText(name) };
  return editor.rows ? <Textarea {...field} rows={editor.rows} /> : <Input {...field} {...TYPED_AS[kind]} />;
}

/** Something the card does or does not. */
export function CardSwitch({ name }: { name: SwitchName }) {
  const { register } = useCardForm();
  const { label, hint } = cardField(name);
  return <Switch label={label} hint={hint} {...register(name)} />;
}

/** One of several. */
export function CardChoice({ name }: { name: ChoiceName }) {
  const { register } = useCardForm();
  const { label, hint, optionLabels = {} } = cardField(name);
  return (
    <Select label={label} hint={hint} {...register(name)}>
      {Object.entries(optionLabels).map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </Select>
  );
}
