import type { ComponentProps } from 'react';
import { cardField } from '#shared/cards/card-fields.ts';
import type { Kind } from '#shared/contract/field-kinds.ts';
import type { SocialNetwork } from '#shared/contract/links.ts';
import { Switch } from '#ui/Choice.tsx';
import { Input, Select, Textarea } from '#ui/Field.tsx';
import { type ChoiceName, type SwitchName, type TextName, useCardForm } from '../card-form.ts';
import { messageIn } from '../tabs.ts';

/** The form's fields, as the card's field table describes them. */

/** How each kind of field is typed. */
const TYPED_AS: Partial<Record<Kind, ComponentProps<'input'>>> = {
  mail: { type: 'email' },
  phone: { type: 'tel' },
  link: { inputMode: 'url' },
};

/** Connects an input to its field and its error message. */
export function useText(name: TextName | `social.${SocialNetwork}`) {
  const { register, getFieldState, formState } = useCardForm();
  return { ...register(name), error: messageIn(getFieldState(name, formState).error) };
}

/** A text of the card, with one line or several. */
export function CardField({ name }: { name: TextName }) {
  const { kind, label, hint, placeholder, autoComplete, editor } = cardField(name);
  const field = { label, hint, placeholder, autoComplete, ...useText(name) };
  return editor.rows ? <Textarea {...field} rows={editor.rows} /> : <Input {...field} {...TYPED_AS[kind]} />;
}

/** An ability of the card that can be on or off. */
export function CardSwitch({ name, hint }: { name: SwitchName; hint?: string | undefined }) {
  const { register } = useCardForm();
  const field = cardField(name);
  return <Switch label={field.label} hint={hint ?? field.hint} {...register(name)} />;
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
