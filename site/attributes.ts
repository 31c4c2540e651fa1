import { escapeMarkup } from '#shared/formats/markup.ts';

/** Attributes as markup, from the props of elements. */

type Kind = 'text' | 'flag' | 'spoken' | 'address' | 'none';
interface Attribute {
  kind: Kind;
  /** Up to its value: ` class="`. */
  opening: string;
}

/** Props whose attribute has another name. */
const NAMES = new Map(
  Object.entries({
    className: 'class',
    htmlFor: 'for',
    tabIndex: 'tabindex',
    crossOrigin: 'crossorigin',
    defaultValue: 'value',
    defaultChecked: 'checked',
    fillRule: 'fill-rule',
    shapeRendering: 'shape-rendering',
    stopColor: 'stop-color',
    strokeDasharray: 'stroke-dasharray',
    strokeLinecap: 'stroke-linecap',
    strokeLinejoin: 'stroke-linejoin',
    strokeWidth: 'stroke-width',
  }),
);

/** Attributes that keep their capitals: those of SVG must, and to those of HTML they mean nothing. */
const AS_THEY_ARE = new Set(
  'autoCapitalize autoComplete autoPlay charSet dateTime enterKeyHint imageSizes imageSrcSet inputMode maxLength noValidate playsInline preserveAspectRatio readOnly spellCheck srcSet viewBox'.split(
    ' ',
  ),
);

/** Attributes that are there or not (HTML, section 2.3.2). */
const FLAGS = new Set(
  'autoPlay checked controls defaultChecked disabled hidden inert loop muted noValidate open playsInline readOnly required'.split(
    ' ',
  ),
);
const ADDRESSES = new Set(['action', 'href', 'src']);
const CONTENT = new Set(['children', 'dangerouslySetInnerHTML']);

const known = new Map<string, Attribute>();

function learn(name: string): Attribute {
  if (/[A-Z]/.test(name) && !NAMES.has(name) && !AS_THEY_ARE.has(name) && !CONTENT.has(name))
    throw new TypeError(`site/attributes.ts does not say how ${name} is written.`);
  const attribute = { kind: kindOf(name), opening: ` ${NAMES.get(name) ?? name}="` };
  known.set(name, attribute);
  return attribute;
}

function kindOf(name: string): Kind {
  if (CONTENT.has(name)) return 'none';
  if (FLAGS.has(name)) return 'flag';
  if (ADDRESSES.has(name)) return 'address';
  return /^(?:aria|data)-|^spellCheck$/.test(name) ? 'spoken' : 'text';
}

/** As browsers read the scheme of an address (URL, section 4.4): without blanks before it, and without line breaks. */
const isScript = (address: string) =>
  /^[\0-\x20]*j/i.test(address) && /^[\0-\x20]*javascript:/i.test(address.replace(/[\t\r\n]/g, ''));

/** With the blank before it; empty if it is left out. An address that is a script is. */
export function writeAttribute(name: string, value: unknown): string {
  const { kind, opening } = known.get(name) ?? learn(name);
  if (kind === 'none') return '';
  if (kind === 'flag') return value ? `${opening}"` : '';
  if (typeof value === 'number' || (kind === 'spoken' && typeof value === 'boolean'))
    return `${opening}${value}"`;
  if (typeof value === 'boolean') return value ? `${opening}"` : '';
  if (typeof value !== 'string')
    throw new TypeError(`site/attributes.ts does not say how ${name} is written.`);
  if (kind === 'address' && (isScript(value) || (value === '' && name === 'src'))) return '';
  return `${opening}${escapeMarkup(value)}"`;
}
