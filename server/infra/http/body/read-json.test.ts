import { expect, it } from 'vitest';
import { parseBoundedJson } from '#server/infra/http/body/read-json.ts';

const parse = (text: string) => parseBoundedJson(Buffer.from(text));
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const UNREADABLE = 'We couldn’t read that request. Please check what you sent.';
const TOO_MUCH = 'That request has too many fields. Please send fewer.';

it.each([
  '{"a":[1,{"b":null}],"c":"x"}',
  `{"text":${JSON.stringify(`${'[{,'.repeat(20_000)} \\" and \\\\`)}}`,
  nested(32),
  `[${'1,'.repeat(9_998)}1]`,
  // Closed levels no longer count.
  `[${Array(100).fill(nested(30)).join()}]`,
])('reads JSON within the limits: %.40s', (text) => {
  expect(parse(text)).toEqual(JSON.parse(text));
});

it('ignores a byte order mark', () => {
  expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
});

it.each([nested(33), '{"a":'.repeat(33), `[${'1,'.repeat(10_000)}1]`, '{},'.repeat(6_000)])(
  'refuses more levels or elements before they are parsed: %.20s',
  (text) => {
    expect(() => parse(text)).toThrow(TOO_MUCH);
  },
);

it.each(['{', '"open', 'nothing', '[1,]', '{"a":"\\'])('refuses text that is not JSON: %s', (text) => {
  expect(() => parse(text)).toThrow(UNREADABLE);
});

it.each(['{"__proto__":{"isAdmin":true}}', '[{"a":{"constructor":{"prototype":{}}}}]'])(
  'refuses keys that could change prototypes: %s',
  (text) => {
    expect(() => parse(text)).toThrow();
  },
);
