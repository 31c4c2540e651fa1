import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { root } from './setup.mjs';

/** Finds words that have a plainer one in what is committed, and commits whose subject is too long. */

/**
 * Each with the word to use instead.
 *
 * @type {[RegExp, string][]}
 */
const WORDS = [
  [/\bgather(?:s|ed|ing)?\b/gi, 'collect'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix'],
  [/(?:\/\*\*|\/\/) Whether\b/g, 'True if'],
  [/(?:\/\*\*?|\/\/|^ *\*) What\b/g, 'a noun'],
  [/(?:\/\*\*?|\/\/|^ *\*) The same\b/g, 'a noun or a verb'],
];
const WRITTEN = /\.(?:tsx?|mjs|css|md|html)$/;
/**
 * Not on screens: comments may say these.
 *
 * @type {[RegExp, string][]}
 */
const SCREEN_WORDS = [
  [/\bsomebody\b/gi, 'someone'],
  [/\bnobody\b/gi, 'no one'],
  [/\beverybody\b/gi, 'everyone'],
  [/\bfor good\b/gi, 'permanently'],
  [/\bthis server\b/gi, 'what works instead'],
  [/\bgiven name\b/gi, 'first name'],
  [/\bfamily name\b/gi, 'last name'],
  [/\bticks? (?:a|the|this) box\b/gi, 'check'],
  [/\bany more\b/gi, 'anymore'],
  [/['"`>]Mail me\b/g, 'Email me'],
];
const SCREEN = /^(?:app|site|ui)\/.*\.tsx?$/;
const COMMENT = /^\s*(?:\*|\/\/|\/\*|\{\/\*)/;
/** Written before there was a check. */
const FIRST_CHECKED = 'ffa674c3b223756be3c0d03d71dfa2d970c85b60';
const SUBJECT_MAX = 72;

/** @param {string[]} args */
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** @param {string} file */
const isScreen = (file) => SCREEN.test(file) && !file.includes('.test.');

function listWords() {
  const { stdout } = git('ls-files', '--cached', '--others', '--exclude-standard');
  const files = stdout.split('\n').filter((file) => WRITTEN.test(file) && fs.existsSync(file));
  return files
    .filter((file) => file !== 'scripts/check-words.mjs')
    .flatMap((file) =>
      fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          [...WORDS, ...(isScreen(file) && !COMMENT.test(line) ? SCREEN_WORDS : [])].flatMap(
            ([word, plain]) =>
              [...line.matchAll(word)].map(([found]) => `${file}:${at + 1} says “${found}”: write ${plain}.`),
          ),
        ),
    );
}

function listSubjects() {
  const { status, stdout } = git('log', '--format=%h %s', `${FIRST_CHECKED}..HEAD`);
  // A shallow clone does not know that commit.
  if (status !== 0) return [];
  return stdout
    .split('\n')
    .filter((line) => line.slice(line.indexOf(' ') + 1).length > SUBJECT_MAX)
    .map((line) => `The subject of ${line} is over ${SUBJECT_MAX} characters.`);
}

if (fs.existsSync(`${root}/.git`)) {
  const problems = [...listWords(), ...listSubjects()];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exit(1);
}
