import ICAL from 'ical.js';
import { decodeGuessed, decoderFor } from './charsets.ts';
import type { CardLine } from './split-vcards.ts';

/**
 * The properties of one contact file. `ical.js` reads vCard 3.0 and 4.0 (RFC 2426, RFC 6350); what earlier versions and
 * careless programs write is first put into their form.
 */

export interface CardProperty {
  line: number;
  /** In lower case, without its group. */
  name: string;
  /** `item1` in `item1.TEL`; an empty text without one. */
  group: string;
  /** In lower case. */
  types: string[];
  params: Record<string, string>;
  /** The components of a structured value, each perhaps with several values; one component for a text. */
  parts: string[][];
  /** As written, decoded but not unescaped. */
  raw: string;
}

/** The photo of a card: base64 as it came, folded or not. */
export interface CardData {
  line: number;
  base64: string;
}

export interface ReadVcard {
  properties: CardProperty[];
  photo: CardData | null;
  /** Lines that could not be read. */
  unread: number[];
}

const unescapeText = (text: string): string =>
  text.replace(/\\([\s\S])/g, (_, character: string) => (/[nN]/.test(character) ? '\n' : character));

/** Every value is text here: a date that is no date must not cost the card. */
const text = { defaultType: 'text' };
const DESIGN = {
  name: 'imported',
  value: { text: { fromICAL: unescapeText } },
  param: { type: { valueType: 'text', multiValue: ',' } },
  property: {
    ...Object.fromEntries(
      ['fn', 'email', 'tel', 'title', 'role', 'note', 'bday', 'anniversary', 'url', 'impp', 'photo'].map(
        (name) => [name, text],
      ),
    ),
  },
  propertyGroups: true,
} as unknown as NonNullable<Parameters<typeof ICAL.parse.property>[1]>;

const STRUCTURED = new Set(['n', 'adr', 'org', 'x-samsungadr']);
const SEVERAL = new Set(['categories', 'nickname']);

export function readVcard(lines: readonly CardLine[]): ReadVcard {
  const isOld = lines.some(({ head, value }) => /^VERSION$/i.test(head) && /^\s*2\.1/.test(value));
  const read: ReadVcard = { properties: [], photo: null, unread: [] };
  for (const one of lines) {
    const head = headOf(one.head);
    if (!head) {
      read.unread.push(one.line);
      continue;
    }
    if (isInlineData(head, one.value)) {
      if (head.name === 'photo') read.photo ??= { line: one.line, base64: dataOf(one.value) };
      continue;
    }
    const value = decodeValue(head, one.value, isOld);
    const property = parse(head, value, one.line);
    if (property) read.properties.push(property);
    else read.unread.push(one.line);
  }
  return read;
}

interface Head {
  group: string;
  name: string;
  types: string[];
  params: Record<string, string>;
}

const ENCODINGS = /^(?:quoted-printable|base64|b|8bit|7bit|q)$/i;
const VALUES = /^(?:inline|url|uri|cid|content-id)$/i;

/** The name and parameters of a property; a parameter without a name, as in 2.1, is a type, an encoding or a value. */
function headOf(head: string): Head | null {
  const [first = '', ...params] = splitOutsideQuotes(decodeGuessed(Buffer.from(head, 'latin1')), ';');
  const found = /^(?:([\w -]+)\.)?([\w-]+)$/.exec(first.trim());
  if (!found?.[2]) return null;
  const read: Head = {
    group: found[1]?.toLowerCase() ?? '',
    name: found[2].toLowerCase(),
    types: [],
    params: {},
  };
  for (const param of params) {
    const own = labelOfAndroid(param);
    if (own !== null) {
      read.params['x-label'] = own;
      continue;
    }
    const at = param.indexOf('=');
    const name = param.slice(0, Math.max(0, at)).trim().toLowerCase();
    const value = param.slice(at + 1).trim();
    if (at < 0 && ENCODINGS.test(value)) read.params.encoding = value.toLowerCase();
    else if (at < 0 && VALUES.test(value)) read.params.value = value.toLowerCase();
    else if (at < 0 || name === 'type') {
      // TYPE="work,voice", TYPE=work,voice and TYPE=work;TYPE=voice say the same.
      read.types.push(
        ...value
          .replace(/"/g, '')
          .toLowerCase()
          .split(',')
          .map((type) => type.trim())
          .filter(Boolean),
      );
    } else read.params[name] = value.replace(/^"([\s\S]*)"$/, '$1');
  }
  return read;
}

/** Android writes a label of the owner's own as `X-Arbeit`, `X-CUSTOM(Arbeit)` or in quoted-printable within; null if it is none. */
function labelOfAndroid(param: string): string | null {
  const [, coded, text = ''] =
    /^\s*x-custom\((?:charset=[^,)]*,)?(encoding=quoted-printable,)?(.*)\)\s*$/i.exec(param) ?? [];
  if (!text) return null;
  return coded ? decodeGuessed(unquote(text)) : text;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '"') isQuoted = !isQuoted;
    else if (text[place] === separator && !isQuoted) {
      parts.push(text.slice(from, place));
      from = place + 1;
    }
  }
  return [...parts, text.slice(from)];
}

const isBase64 = ({ params }: Head): boolean => /^(?:base64|b)$/i.test(params.encoding ?? '');
const DATA_URI = /^data:image\/[\w.+-]+;base64,/i;
const DATA_NAMES = new Set(['photo', 'logo', 'sound', 'key']);

const isInlineData = (head: Head, value: string): boolean =>
  isBase64(head) || (DATA_NAMES.has(head.name) && (DATA_URI.test(value) || /^data:/i.test(value)));

const dataOf = (value: string): string => value.replace(DATA_URI, '').replace(/[^A-Za-z0-9+/=]/g, '');

/** The value as text in vCard 3.0's escapes. */
function decodeValue({ name, params }: Head, value: string, isOld: boolean): string {
  const charset = params.charset === undefined ? null : decoderFor(params.charset);
  const decode = (bytes: Uint8Array) => (charset ? charset.decode(bytes) : decodeGuessed(bytes));
  const isQuoted = /^(?:quoted-printable|q)$/i.test(params.encoding ?? '');
  const bytes = isQuoted ? unquote(value) : Buffer.from(value, 'latin1');
  const plain = decode(bytes);
  if (!isOld && !isQuoted) return plain;
  return escapeOld(plain, name, isQuoted);
}

/** RFC 2045, section 6.7; a "=" that begins no code stays. */
function unquote(value: string): Buffer {
  const text = value.replace(/=\r?\n/g, '').replace(/=$/, '');
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
}

/** In 2.1 a comma separates nothing, and only a semicolon is escaped; some programs escape as later versions do. */
function escapeOld(value: string, name: string, isQuoted: boolean): string {
  const isList = SEVERAL.has(name);
  const escaped = value.replace(
    /\\(?:([\\;,:])|([nN]))|\\|,|\r\n|\r|\n/g,
    (found, sign: string, letter: string) => {
      if (sign) return sign === ':' ? ':' : `\\${sign}`;
      // Quoted-printable has real line breaks: there, "\n" is a backslash and a letter.
      if (letter) return isQuoted ? `\\\\${letter}` : '\\n';
      if (found === '\\') return '\\\\';
      if (found === ',') return isList ? ',' : '\\,';
      return '\\n';
    },
  );
  return STRUCTURED.has(name) ? escaped : escaped.replace(/(?<!\\);/g, '\\;');
}

/** Lets `ical.js` read the value; null if it cannot. Lists are split here: it takes a backslash before the last separator for an escape. */
function parse({ group, name, types, params }: Head, value: string, line: number): CardProperty | null {
  const one = { line, name, group, types, params, raw: value };
  if (STRUCTURED.has(name)) {
    const parts = splitEscaped(value, ';').map((part) =>
      (name === 'org' ? [part] : splitEscaped(part, ',')).map(unescapeText),
    );
    return { ...one, parts };
  }
  if (SEVERAL.has(name)) return { ...one, parts: [splitEscaped(value, ',').map(unescapeText)] };
  try {
    const parsed: unknown = ICAL.parse.property(`${name}:${value.replace(/[\r\n]+/g, '\\n')}`, DESIGN);
    const [, , , ...values] = parsed as [string, unknown, string, ...unknown[]];
    const texts = values.map((text) => String(text ?? ''));
    return { ...one, parts: [name in DESIGN.property ? texts : texts.map(unescapeText)] };
  } catch {
    return null;
  }
}

/** The parts between separators without a backslash before them; a backslash escapes itself, too. */
function splitEscaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1;
    else if (text[place] === separator) {
      parts.push(text.slice(from, place));
      from = place + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** The text of a property that has only one. */
export const textOf = ({ parts }: CardProperty): string => (parts[0] ?? []).join(', ').trim();
