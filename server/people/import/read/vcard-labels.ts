import { type CardProperty, textOf } from './vcard-properties.ts';

/** The labels of the values of a contact file: "work", "mobile", or one of their owner's own. */

/** Says nothing about what a value is for. */
const IDLE_TYPES = new Set([
  'internet',
  'pref',
  'voice',
  'text',
  'x-internet',
  'msg',
  'uri',
  'dom',
  'intl',
  'postal',
  'parcel',
  'inet',
  'smtp',
]);
const TYPE_LABELS: Record<string, string> = {
  cell: 'mobile',
  mobile: 'mobile',
  'x-mobile': 'mobile',
  iphone: 'iPhone',
};
/** The labels that stand in properties of their own, by the group that they share with a value. */
export const labelsOf = (properties: readonly CardProperty[]): Map<string, string> =>
  new Map(
    properties.filter(({ name }) => name === 'x-ablabel').map((one) => [one.group, labelText(textOf(one))]),
  );

/** iPhones write `_$!<HomePage>!$_` for a label of their own. */
const labelText = (text: string): string => text.replace(/^_\$!<([\s\S]*)>!\$_$/, '$1').trim();

export function labelOf({ name, group, types, params }: CardProperty, labels: Map<string, string>): string {
  // On an address, LABEL is the whole address as on an envelope (RFC 6350, section 6.3.1).
  const own = name === 'adr' ? undefined : params.label;
  const named = (group && labels.get(group)) || own || params['x-label'];
  if (named) return named;
  const kept = types.filter((type) => !IDLE_TYPES.has(type));
  const words = kept.map((type) => TYPE_LABELS[type] ?? type.replace(/^x-/, '').replace(/[_-]+/g, ' '));
  return [...new Set(words)].join(' ');
}
