import { expect, it } from 'vitest';
import { rulesIn } from './css-rules.ts';

it.each([
  ['a{color:red}b { x: y }', ['a{color:red}', 'b { x: y }']],
  ['@media (width>9px){a{b:c}d{e:f}}g{h:i}', ['@media (width>9px){a{b:c}d{e:f}}', 'g{h:i}']],
  ['/* } */a::after{content:"}{;\\""}', ['a::after{content:"}{;\\""}']],
  [
    "@import 'x;y';a{b:url(data:image/svg+xml;utf8,<x>{}</x>)}",
    ["@import 'x;y';", 'a{b:url(data:image/svg+xml;utf8,<x>{}</x>)}'],
  ],
  ['a{b:c;u:v;d:1/2}\n', ['a{b:c;u:v;d:1/2}']],
  ['', []],
])('%s has the rules %j', (css, rules) => {
  expect(rulesIn(css)).toEqual(rules);
});
