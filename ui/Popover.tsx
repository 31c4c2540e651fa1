import { cloneElement } from 'react';
import type { PopoverProps } from './OpenPopover.tsx';
import { useLate } from './use-late.ts';

const loadPopover = () => import('./OpenPopover.tsx');

/** A small surface next to its trigger. Its code is loaded when the pointer comes near. */
export function Popover({ trigger, ...content }: PopoverProps) {
  const { opened, opener } = useLate(loadPopover, 'dialog');
  if (!opened) return cloneElement(trigger, opener);
  return <opened.OpenPopover trigger={trigger} {...content} />;
}
