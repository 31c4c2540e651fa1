import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Journeys see what the server really sends: only failures that cannot be provoked may replace its responses. */

const FOLDERS = ['test/e2e', 'test/engines'];
/** Pages and styles as an older browser reads them; never responses of the API. */
const OF_PAGES = 'test/e2e/older-engines.ts';

/** The arguments of each `fulfill(…)`, and its line. */
function findStubs(source: string): { line: number; given: string }[] {
  return [...source.matchAll(/\.fulfill\(/g)].map(({ index }) => {
    const from = index + '.fulfill('.length;
    let depth = 1;
    let end = from;
    for (; depth > 0 && end < source.length; end += 1) {
      if (source[end] === '(') depth += 1;
      if (source[end] === ')') depth -= 1;
    }
    return { line: source.slice(0, index).split('\n').length, given: source.slice(from, end - 1) };
  });
}

/** A stand-in for the networks on which cards are shared. */
const isOfOtherSites = (given: string) => given === "{ body: 'The network' }";
/** An answer of ours that was held back, and is given as it came. */
const isHeld = (given: string) => given === '{ response }';
const isFailure = (given: string) => /\bstatus: [45]\d\d\b/.test(given) && !/\bresponse\b/.test(given);

it('rewrites no answer of ours in a journey', () => {
  const files = FOLDERS.flatMap((folder) =>
    fs.readdirSync(folder).map((name) => path.posix.join(folder, name)),
  ).filter((file) => file.endsWith('.ts') && file !== OF_PAGES);
  const rewritten = files.flatMap((file) =>
    findStubs(fs.readFileSync(file, 'utf8'))
      .filter(({ given }) => !isOfOtherSites(given) && !isHeld(given) && !isFailure(given))
      .map(({ line }) => `${file}:${line}`),
  );
  expect(rewritten).toEqual([]);
});

it.each([
  ['route.fulfill({ status: 500, body: "" })', 0],
  ['route.fulfill({ json: { id: call() } })', 1],
  ['route.fulfill({ status: 200 })', 1],
  ['route.fulfill({ response, json: { status: 404 } })', 1],
  ['route.fulfill({ response })', 1],
])('knows %s', (source, count) => {
  expect(findStubs(source).filter(({ given }) => !isFailure(given))).toHaveLength(count);
});
