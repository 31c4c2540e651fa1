import type { ComponentProps, ReactNode } from 'react';
import type { SocialNetwork } from '#shared/links.ts';
import { Input, Textarea } from '#ui/Field.tsx';
import { type CommaListName, type LineName, useCardForm } from './card-form.ts';
import { messageIn } from './tabs.ts';

export type TextName = LineName | CommaListName | 'customWebsites' | `social.${SocialNetwork}`;

interface CardFieldProps {
  name: TextName;
  label: string;
  hint?: ReactNode;
}

function useText(name: TextName) {
  const { register, getFieldState, formState } = useCardForm();
  return { ...register(name), error: messageIn(getFieldState(name, formState).error) };
}

/** One line of the card. */
export function CardField({ name, ...rest }: CardFieldProps & Omit<ComponentProps<'input'>, 'name'>) {
  return <Input {...rest} {...useText(name)} />;
}

/** Several lines of the card. */
export function CardText({ name, ...rest }: CardFieldProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  return <Textarea {...rest} {...useText(name)} />;
}
