/**
 * Splits one JSON object of any length into its values, and its lists into their elements, while it arrives: only one value
 * is in memory at a time.
 */

export class JsonDamaged extends Error {}

/** Far deeper than anything we write; parsing deeper values would exhaust the stack. */
const DEPTH_MAX = 50;
const KEY_BYTES_MAX = 200;

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const OPEN_OBJECT = code('{');
const CLOSE_OBJECT = code('}');
const OPEN_LIST = code('[');
const CLOSE_LIST = code(']');
const COMMA = code(',');
const COLON = code(':');

export interface JsonTaker {
  /** True if the value with this name, or the elements of this list, are wanted. */
  wants(name: string): boolean;
  /** Called for each wanted value, and for each element of a wanted list, as JSON text. */
  take(name: string, json: string): void;
  /** The most bytes that one value or element may have. */
  bytesMax: number;
}

export class JsonSplitter {
  readonly #reader: JsonTaker;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** Of the value that is being read; null while its name is. */
  #name: string | null = null;
  #isInList = false;
  #isKeeping = false;
  #isOver = false;
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** The bytes that have just come, and where in them what is to be held begins. */
  #piece: Buffer = Buffer.alloc(0);
  #from = 0;

  constructor(reader: JsonTaker) {
    this.#reader = reader;
  }

  add(piece: Buffer): void {
    this.#piece = piece;
    this.#from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInText = false;
      } else if (byte === QUOTE) {
        if (this.#depth === 0) throw new JsonDamaged('It does not begin as an object.');
        this.#isInText = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte, at);
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close(byte, at);
      else if (byte === COLON && this.#depth === 1 && this.#name === null) this.#nameIt(at);
      else if (byte === COMMA) this.#next(at);
    }
    this.#hold(piece.subarray(this.#from));
  }

  /** Throws unless the object was complete. */
  end(): void {
    if (!this.#isOver || this.#depth !== 0) throw new JsonDamaged('It breaks off.');
  }

  #open(byte: number, at: number): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX || this.#isOver) throw new JsonDamaged('It is nested too deeply.');
    if (this.#depth === 1) {
      if (byte !== OPEN_OBJECT) throw new JsonDamaged('It is no object.');
      this.#from = at + 1;
      this.#isKeeping = true;
    } else if (this.#depth === 2 && byte === OPEN_LIST && this.#name !== null) {
      this.#isInList = true;
      this.#cut(at);
      this.#takeHeld();
    }
  }

  #close(byte: number, at: number): void {
    this.#depth -= 1;
    if (this.#depth < 0) throw new JsonDamaged('It ends twice.');
    if (this.#depth === 1 && this.#isInList && byte === CLOSE_LIST) {
      this.#endValue(at);
      this.#isInList = false;
      this.#isKeeping = false;
    } else if (this.#depth === 0) {
      this.#endValue(at);
      this.#isOver = true;
      this.#isKeeping = false;
    }
  }

  #nameIt(at: number): void {
    this.#cut(at);
    this.#name = nameOf(this.#takeHeld());
    this.#isKeeping = this.#reader.wants(this.#name);
  }

  #next(at: number): void {
    if (this.#depth === 1) {
      this.#endValue(at);
      this.#name = null;
      this.#isKeeping = true;
    } else if (this.#depth === 2 && this.#isInList) this.#endValue(at);
  }

  #endValue(at: number): void {
    this.#cut(at);
    const text = this.#takeHeld();
    if (this.#isKeeping && this.#name !== null && text !== '') this.#reader.take(this.#name, text);
  }

  /** Ends the held item before `at`, and begins the next one after it. */
  #cut(at: number): void {
    this.#hold(this.#piece.subarray(this.#from, at));
    this.#from = at + 1;
  }

  #hold(piece: Buffer): void {
    if (!this.#isKeeping || piece.length === 0) return;
    this.#heldBytes += piece.length;
    const bytesMax = this.#name === null ? KEY_BYTES_MAX : this.#reader.bytesMax;
    if (this.#heldBytes > bytesMax) throw new JsonDamaged('A value is too long.');
    this.#held.push(piece);
  }

  #takeHeld(): string {
    const text = Buffer.concat(this.#held).toString('utf8').trim();
    this.#held = [];
    this.#heldBytes = 0;
    return text;
  }
}

function nameOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    throw new JsonDamaged('A name is no text.');
  }
}
