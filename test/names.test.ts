import { expect, it } from 'vitest';
import { product, read } from './sources.ts';

/** Names that mean two things: an endpoint or table is also a handler or component, and some checks are made late. This list only shrinks. */
const AMBIGUOUS = [
  'CardField',
  'CardRow',
  'LinkPage',
  'Person',
  'PrintPreview',
  'Section',
  'checkDetails',
  'checkMessage',
  'checkNewPassword',
  'checkPassword',
  'checkRegistration',
  'checkSignIn',
  'media',
  'noticeSettings',
  'prepareChecks',
  'readPaperCard',
  'sendFile',
  'signIn',
  'signInWithPasskey',
];

it('exports a name from one file only', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of product) {
    for (const [, name = ''] of read(file).matchAll(
      /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
    ))
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
  }
  const ambiguous = [...homes].filter(([, files]) => files.size > 1).map(([name]) => name);
  expect(ambiguous.sort()).toEqual(AMBIGUOUS);
});
