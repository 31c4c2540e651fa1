import { TEXT_MAX } from '#shared/contract/constants.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import { OTHER_PROPERTIES_LENGTH_MAX, OTHER_PROPERTIES_MAX } from '#shared/people/contact-limits.ts';
import type { OtherProperty } from '#shared/people/record-field.ts';

type PropertyParameters = OtherProperty['parameters'];
const PARAMETERS_MAX = 10;

/** Remarks about one contact; the others are only counted. */
const REMARKS_MAX = 20;

/** Cleans texts, and keeps what has no place of its own. */
export function createKeeper(first: readonly string[]) {
  const remarks = first.slice(0, REMARKS_MAX);
  let unsaid = first.length - remarks.length;
  const remark = (sentence: string) => {
    if (remarks.length < REMARKS_MAX) remarks.push(sentence);
    else unsaid += 1;
  };
  const others: OtherProperty[] = [];
  let length = 2;
  const text = (value: string | undefined) => cleanText(value ?? '');
  const other = (name: string, value: string, label = '', parameters: PropertyParameters = {}) => {
    const property = propertyOf(name, text(value), text(label), parameters);
    if (!property) return;
    const size = JSON.stringify(property).length + 1;
    if (others.length >= OTHER_PROPERTIES_MAX || length + size > OTHER_PROPERTIES_LENGTH_MAX) {
      remark(`Skipped ${property.name}: too many extra fields`);
      return;
    }
    length += size;
    others.push(property);
  };
  return {
    /** Notes what was changed or left out, in a sentence without its period. */
    remark,
    remarks: () =>
      unsaid === 0 ? remarks : [...remarks, `And ${unsaid.toLocaleString('en')} more remarks like these`],
    others,
    other,
    text,
    /** One line; the rest of one that is too long is kept as another property. */
    line(value: string | undefined, max: number, what: string): string {
      const whole = text(value).replace(/\s+/g, ' ');
      if (whole.length <= max) return whole;
      remark(`Shortened the ${what}, which has more than ${max} characters`);
      other(`X-LONG-${what.toUpperCase().replace(/ /g, '-')}`, whole);
      return cleanText(cutText(whole, max));
    },
  };
}
export type Keeper = ReturnType<typeof createKeeper>;

/** The heading of a column may be anything: it becomes a label. */
function propertyOf(
  name: string,
  value: string,
  label: string,
  parameters: PropertyParameters,
): OtherProperty | null {
  if (!value) return null;
  const isName = /^[A-Z][A-Z0-9-]{0,59}$/.test(name);
  const labels = [...(isName ? [] : [cleanText(name)]), label]
    .filter(Boolean)
    .map((one) => cutText(one, TEXT_MAX.line));
  return {
    name: isName ? name : 'X-CUSTOM',
    parameters: { ...fitting(parameters), ...(labels.length > 0 && { LABEL: labels }) },
    value,
  };
}

/** As many parameters as a property is kept with, each as long as one may be. */
const fitting = (parameters: PropertyParameters): PropertyParameters =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => /^[A-Z0-9-]{1,60}$/.test(name) && name !== 'LABEL')
      .slice(0, PARAMETERS_MAX)
      .map(([name, values]) => [name, values.map((one) => cutText(cleanText(one), TEXT_MAX.line))]),
  );
