// Node 20 still warns that importing JSON is experimental.
import compatibility from '@mdn/browser-compat-data/forLegacyNode';
import { expect, it } from 'vitest';
import { CHROME_OF_SAMSUNG, oldestTargets, scriptTargets, styleTargets } from './targets.ts';

it('supports the browsers in .browserslistrc, each from its oldest version', () => {
  const named = Object.fromEntries(oldestTargets().map(({ name, version }) => [name, version]));
  expect(named).toEqual({
    safari: '15.4',
    safari_ios: '15.4',
    firefox: '115',
    chrome: '111',
    edge: '111',
    samsunginternet_android: '20',
  });
});

it('tells compilers that Samsung Internet 20 is based on Chrome 106', () => {
  expect(styleTargets()).toEqual(['chrome106', 'edge111', 'firefox115', 'ios15.4', 'safari15.4']);
  expect(scriptTargets()).toEqual(['chrome106', 'edge111', 'firefox115', 'ios16', 'safari16']);
});

it('knows the Chrome of each Samsung Internet as the compatibility data do', () => {
  const { releases } = compatibility.browsers.samsunginternet_android;
  const versions = Object.keys(CHROME_OF_SAMSUNG);
  const known = versions.map((version) => [version, releases[`${version}.0`]?.engine_version]);
  expect(Object.fromEntries(known)).toEqual(CHROME_OF_SAMSUNG);
});

it('takes the oldest of releases that are listed together', () => {
  expect(oldestTargets(['ios_saf 15.2-15.3', 'ios_saf 15.6-15.8'])).toEqual([
    { name: 'safari_ios', version: '15.2' },
  ]);
});

it('refuses a browser it does not know', () => {
  expect(() => oldestTargets(['op_mini all'])).toThrow('does not know the browser op_mini');
});
