import type { Rollup } from 'vite';

/** Exports every icon by a name, and brings none that is not imported. */
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
/** Parts that every screen which has them loads by itself, once it is there. */
const ADDITION =
  /\/(((settle-)?sign-out|open-draft)\.ts|(NoticeRow|DrawnCard|LiveContacts|Looks|MediaSlot|OwnOptions|MoreMenu)\.tsx)$/;
const ICON_EXPORT = /export\s*\{([^}]*)\}\s*from\s*["']\.\/([^"']+)["']/g;

/** The modules of a build and their imports, an import of icons being one of the icons it names. */
export class ModuleGraph {
  readonly #closures = new Map<string, Set<string>>();
  readonly #icons = new Map<string, string>();

  constructor(private readonly getInfo: Rollup.PluginContext['getModuleInfo']) {}

  /** The module that leads to this one and is imported by none. */
  findStart(id: string): string {
    const seen = new Set([id]);
    for (const module of seen) {
      const { importers = [], dynamicImporters = [] } = this.getInfo(module) ?? {};
      if (importers.length + dynamicImporters.length === 0) return module;
      for (const importer of [...importers, ...dynamicImporters]) seen.add(importer);
    }
    throw new Error(`Nothing leads to ${id}.`);
  }

  /** A module and all that it imports, at once and through others. */
  closureOf(id: string): Set<string> {
    const known = this.#closures.get(id);
    if (known) return known;
    const closure = new Set([id]);
    for (const module of closure) for (const imported of this.#importsOf(module)) closure.add(imported);
    this.#closures.set(id, closure);
    return closure;
  }

  /** The modules that an entry imports later, when its code asks for them. */
  laterOf(entry: string): Set<string> {
    return new Set(
      [...this.closureOf(entry)].flatMap((id) => [...(this.getInfo(id)?.dynamicallyImportedIds ?? [])]),
    );
  }

  /** Those of them that it asks for by itself. */
  additionsOf(entry: string): Set<string> {
    return new Set([...this.laterOf(entry)].filter((id) => ADDITION.test(id)));
  }

  /** The bytes of source of a module and all that it imports, as far as they count. */
  sizeOf(id: string, counts: (id: string) => boolean): number {
    return [...this.closureOf(id)]
      .filter(counts)
      .reduce((sum, module) => sum + (this.getInfo(module)?.code?.length ?? 0), 0);
  }

  #importsOf(id: string): readonly string[] {
    if (ICONS.test(id)) return [];
    const { importedIds = [], code } = this.getInfo(id) ?? {};
    const index = importedIds.find((imported) => ICONS.test(imported));
    if (!index) return importedIds;
    if (this.#icons.size === 0) this.#readIcons(index);
    const names = [...(code ?? '').matchAll(ICON_IMPORT)].flatMap(([, list = '']) => list.split(','));
    return [
      ...importedIds,
      ...names.flatMap((name) => this.#icons.get(name.trim().split(' ')[0] ?? '') ?? []),
    ];
  }

  #readIcons(index: string): void {
    const folder = index.slice(0, index.lastIndexOf('/') + 1);
    for (const [, names = '', file = ''] of (this.getInfo(index)?.code ?? '').matchAll(ICON_EXPORT))
      for (const [, name = ''] of names.matchAll(/as\s+(\w+)/g)) this.#icons.set(name, folder + file);
  }
}
