/**
 * Splits a file of contact files into cards and their lines, as phones and address books have written them since 1996:
 * folded in several ways, with LF, CR or both, nested, and without an end. Text is one character per byte (`latin1`), so
 * that a line can be decoded by its own charset, and characters folded in the middle become whole again.
 */

/** A property as written: unfolded, not decoded. */
export interface CardLine {
  /** Of its first line in the file, from 1. */
  line: number;
  /** The text before the colon: `item1.TEL;TYPE=CELL`. */
  head: string;
  value: string;
}

export interface RawCard {
  /** Of its BEGIN. */
  line: number;
  lines: CardLine[];
  /** The card exceeds `CARD_CHARACTERS`; its lines are left out. */
  isTooLong: boolean;
}

/** A card with a large photo has a few million. */
const CARD_CHARACTERS = 12 * 1024 * 1024;
const CARD_LINES = 200_000;

const QUOTED = /;(?:ENCODING=)?QUOTED-PRINTABLE/i;
const BASE64 = /;(?:ENCODING=)?(?:BASE64|B)(?=;|$)/i;
const BASE64_TEXT = /^[A-Za-z0-9+/=]+$/;
/** A byte order mark may stand before each card where files were joined. */
const BEGIN = /^(?:\u00ef\u00bb\u00bf)?\s*BEGIN\s*:\s*VCARD\s*$/i;
const END = /^\s*END\s*:\s*VCARD\s*$/i;
const AGENT = /^(?:[\w-]+\.)?AGENT\b/i;

interface Open {
  card: RawCard;
  /** The lines of the property being read. */
  current: { line: number; head: string; pieces: string[] } | null;
  length: number;
  /** How many cards within this one are open. */
  depth: number;
}

/** `push` takes text in pieces of any length; `take` gets each card as soon as it is complete. */
export function createVcardSplitter(take: (card: RawCard) => void) {
  let number = 0;
  let open: Open | null = null;

  const finish = () => {
    if (!open) return;
    endProperty(open);
    const { card } = open;
    open = null;
    take(card);
  };

  const readLine = (text: string) => {
    number += 1;
    if (open === null) {
      if (BEGIN.test(text)) open = newCard(number);
      return;
    }
    if (open.depth > 0) {
      // A card within a card, such as an assistant's: it is not a contact of its own.
      if (BEGIN.test(text)) open.depth += 1;
      if (END.test(text)) open.depth -= 1;
      return;
    }
    if (END.test(text) && !continuesQuoted(open)) return finish();
    if (BEGIN.test(text)) {
      const { current } = open;
      if (current && AGENT.test(current.head) && current.pieces.join('').trim() === '') {
        open.depth = 1;
        return;
      }
      // The card before has no end.
      finish();
      open = newCard(number);
      return;
    }
    addLine(open, text, number);
  };

  const lines = createLineSplitter(readLine, () => open && drop(open));
  return {
    push: lines.push,
    end(): void {
      lines.end();
      finish();
    },
  };
}

/** `onTooLong`: a line exceeds `CARD_CHARACTERS`; only its beginning is read. */
function createLineSplitter(take: (line: string) => void, onTooLong: () => void) {
  let rest = '';
  return {
    push(text: string): void {
      const whole = rest + text;
      let from = 0;
      for (const match of whole.matchAll(/\r\n|\n|\r/g)) {
        // A CR at the end may be the first half of CRLF.
        if (match[0] === '\r' && match.index === whole.length - 1) break;
        take(whole.slice(from, match.index));
        from = match.index + match[0].length;
      }
      rest = whole.slice(from);
      if (rest.length <= CARD_CHARACTERS) return;
      onTooLong();
      rest = rest.slice(0, 100);
    },
    end(): void {
      if (rest) take(rest.replace(/\r$/, ''));
      rest = '';
    },
  };
}

const newCard = (line: number): Open => ({
  card: { line, lines: [], isTooLong: false },
  current: null,
  length: 0,
  depth: 0,
});

/** The card is too long: it is read to its end, but not kept. */
function drop(open: Open): void {
  open.card.isTooLong = true;
  open.card.lines = [];
  open.current = null;
}

/** A quoted-printable value whose last line ended with "=" goes on in the next. */
const continuesQuoted = ({ current }: Open): boolean =>
  current !== null && QUOTED.test(current.head) && (current.pieces.at(-1) ?? '').endsWith('=');

function addLine(open: Open, text: string, number: number): void {
  open.length += text.length;
  if (open.length > CARD_CHARACTERS || open.card.lines.length > CARD_LINES) drop(open);
  if (open.card.isTooLong) return;
  const { current } = open;
  if (current) {
    if (continuesQuoted(open)) {
      const last = current.pieces.pop() ?? '';
      current.pieces.push(last.slice(0, -1), text);
      return;
    }
    if (/^[ \t]/.test(text)) {
      current.pieces.push(BASE64.test(current.head) ? text.trim() : text.slice(1));
      return;
    }
    if (text === '') return;
    const isData = BASE64.test(current.head);
    if (isData && BASE64_TEXT.test(text)) {
      current.pieces.push(text);
      return;
    }
    if (!text.includes(':')) {
      // A line break that somebody forgot to escape.
      if (!isData) current.pieces.push(`\\n${text}`);
      return;
    }
  }
  const at = colonOf(text);
  if (at < 0) return;
  endProperty(open);
  open.current = { line: number, head: text.slice(0, at).trim(), pieces: [text.slice(at + 1)] };
}

/** The colon that ends the name and its parameters: not one within quotation marks. */
function colonOf(text: string): number {
  let isQuoted = false;
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === ':' && !isQuoted) return place;
  }
  return text.indexOf(':');
}

function endProperty(open: Open): void {
  const { current, card } = open;
  open.current = null;
  if (!current || card.isTooLong) return;
  card.lines.push({ line: current.line, head: current.head, value: current.pieces.join('') });
}
