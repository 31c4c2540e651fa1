import type { ModuleGraph } from './module-graph.ts';

/** Screens, and the parts of screens that an address can name. */
export const SCREEN = /\/app\/.*(Page|Tab)\.tsx$/;

/** Who loads a module. */
export interface Loads {
  /** The screens that need it to be drawn. */
  now: Set<string>;
  /** Those that load it by themselves, once they are there. */
  soon: Set<string>;
  /** Those that load it at all, as when something is pressed. */
  ever: Set<string>;
  /** The module of each part that loads it, late ones among them. */
  entries: Set<string>;
}

/** The screens of the app, and for each module who loads it. */
export class ScreenLoads {
  readonly screens = new Set<string>();
  readonly loads = new Map<string, Loads>();

  constructor(
    private readonly graph: ModuleGraph,
    main: string,
  ) {
    this.#visit(main, []);
    this.screens.delete(main);
    // Parts that the app itself loads later comes with every screen.
    for (const { now, soon, ever } of this.loads.values()) {
      for (const set of [now, soon, ever])
        if (set.delete(main)) for (const screen of this.screens) set.add(screen);
      for (const screen of now) soon.delete(screen);
    }
  }

  /** A screen, and those that it opens: they are loaded with it. */
  #visit(screen: string, parents: string[]): void {
    this.screens.add(screen);
    const isApp = parents.length === 0;
    const entries = isApp ? [screen] : [...parents, screen];
    for (const entry of entries) this.#note('now', entry, screen);
    for (const entry of this.#additionsOf(screen)) this.#note('soon', entry, screen);
    const later = new Set([screen]);
    for (const entry of later) {
      this.#note('ever', entry, screen);
      this.#note('entries', entry, entry);
      for (const next of this.graph.laterOf(entry)) {
        if (!SCREEN.test(next)) later.add(next);
        else if (!this.screens.has(next)) this.#visit(next, isApp ? [next] : entries);
      }
    }
  }

  #additionsOf(screen: string): Set<string> {
    const additions = this.graph.additionsOf(screen);
    for (const entry of additions) for (const next of this.graph.additionsOf(entry)) additions.add(next);
    return additions;
  }

  #note(how: keyof Loads, entry: string, value: string): void {
    for (const id of this.graph.closureOf(entry)) {
      const loads = this.loads.get(id) ?? {
        now: new Set(),
        soon: new Set(),
        ever: new Set(),
        entries: new Set(),
      };
      loads[how].add(value);
      this.loads.set(id, loads);
    }
  }
}
