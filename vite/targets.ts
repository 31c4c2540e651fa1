import browserslist from 'browserslist';

/**
 * The oldest browsers we support, read from `.browserslistrc` and translated for the tools that need them
 * (docs/decisions/115).
 */

/** As MDN names them. */
export type BrowserName = 'safari' | 'safari_ios' | 'firefox' | 'chrome' | 'edge' | 'samsunginternet_android';

/** The names that MDN's data and the compilers use where Browserslist uses others. */
const MDN_NAMES: Record<string, BrowserName> = {
  safari: 'safari',
  ios_saf: 'safari_ios',
  firefox: 'firefox',
  chrome: 'chrome',
  edge: 'edge',
  samsung: 'samsunginternet_android',
};
const COMPILER_NAMES: Partial<Record<BrowserName, string>> = {
  safari: 'safari',
  safari_ios: 'ios',
  firefox: 'firefox',
  chrome: 'chrome',
  edge: 'edge',
};
/** The Chrome from which each version of Samsung Internet is made, as MDN's data say. */
export const CHROME_OF_SAMSUNG: Record<string, string> = {
  20: '106',
  21: '110',
  22: '111',
  23: '115',
  24: '117',
  25: '121',
  26: '122',
  27: '125',
};

export interface Target {
  name: BrowserName;
  version: string;
}

/** Negative where `one` is the older version. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

/** The oldest version of each browser in a Browserslist query; in the project's own file if left out. */
export function oldestTargets(query?: string[]): Target[] {
  const oldest = new Map<BrowserName, string>();
  for (const found of browserslist(query)) {
    const [browser = '', versions = ''] = found.split(' ');
    const name = MDN_NAMES[browser];
    if (!name) throw new Error(`vite/targets.ts does not know the browser ${browser} of .browserslistrc.`);
    // Browserslist combines some releases: "15.2-15.3".
    const version = versions.split('-')[0] ?? '';
    const known = oldest.get(name);
    if (known === undefined || compareVersions(version, known) < 0) oldest.set(name, version);
  }
  return [...oldest].map(([name, version]) => ({ name, version }));
}

/** The targets as style compilers expect them: `chrome106`. Samsung Internet counts as the Chrome it is based on. */
export function styleTargets(targets: Target[] = oldestTargets()): string[] {
  const versions = new Map<string, string>();
  for (const { name, version } of targets) {
    const known = COMPILER_NAMES[name];
    const compiler = known ?? 'chrome';
    const engine = known ? version : CHROME_OF_SAMSUNG[version.replace(/\.0$/, '')];
    if (!engine) throw new Error(`vite/targets.ts does not say what ${name} ${version} is made from.`);
    const other = versions.get(compiler);
    if (other === undefined || compareVersions(engine, other) < 0) versions.set(compiler, engine);
  }
  return [...versions].map(([compiler, version]) => `${compiler}${version}`);
}

/**
 * The targets as script compilers expect them. For Safari before 16 they would lower every class field, a kilobyte on
 * each screen, because an initializer with parentheses may fail there (https://webkit.org/b/236843). The language
 * gained nothing else in between, and `npm run check` refuses such an initializer.
 */
export const scriptTargets = (): string[] =>
  styleTargets(
    oldestTargets().map((target) =>
      target.name.startsWith('safari') && compareVersions(target.version, '16') < 0
        ? { ...target, version: '16' }
        : target,
    ),
  );
