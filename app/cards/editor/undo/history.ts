import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import type { Kind } from '#shared/contract/field-kinds.ts';
import type { CardForm } from '../card-form.ts';

/** Kinds that a browser cannot undo: pictures and their order, colors, and whatever is chosen. Texts have their own undo. */
const KINDS: Kind[] = ['media', 'mediaList', 'color', 'choice', 'choices', 'switch'];
const NAMES = CARD_FIELD_NAMES.filter((name) => KINDS.includes(cardField(name).kind));
/** A color that is dragged through a picker changes many times, and is undone once. */
const STREAK_MS = 1_000;

type Values = ReadonlyMap<CardFieldName, unknown>;

interface Change {
  names: CardFieldName[];
  before: Values;
  after: Values;
  at: number;
}

const readValues = (form: CardForm): Values => new Map(NAMES.map((name) => [name, form[name]]));
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The changes of a form since it was opened, back and forth. */
export class FormHistory {
  #values: Values;
  #past: Change[] = [];
  #future: Change[] = [];

  constructor(form: CardForm) {
    this.#values = readValues(form);
  }

  /** The form was filled anew: there is nothing to go back to. */
  restart(form: CardForm): void {
    this.#values = readValues(form);
    this.#past = [];
    this.#future = [];
  }

  note(form: CardForm, at: number): void {
    const before = this.#values;
    const after = readValues(form);
    const names = NAMES.filter((name) => !isSame(before.get(name), after.get(name)));
    if (names.length === 0) return;
    const last = this.#past.at(-1);
    const isStreak =
      last &&
      cardField(names[0] ?? 'name').kind === 'color' &&
      isSame(last.names, names) &&
      at - last.at < STREAK_MS;
    if (isStreak) this.#past.pop();
    this.#past.push({ names, before: isStreak ? last.before : before, after, at });
    this.#future = [];
    this.#values = after;
  }

  /** The fields and values of the last change, before it; null if there is none. */
  undo(): Map<CardFieldName, unknown> | null {
    return this.#move(this.#past, this.#future, 'before');
  }

  redo(): Map<CardFieldName, unknown> | null {
    return this.#move(this.#future, this.#past, 'after');
  }

  get depth() {
    return { past: this.#past.length, future: this.#future.length };
  }

  #move(from: Change[], to: Change[], side: 'before' | 'after'): Map<CardFieldName, unknown> | null {
    const change = from.pop();
    if (!change) return null;
    to.push(change);
    this.#values = change[side];
    return new Map(change.names.map((name) => [name, change[side].get(name)]));
  }
}
