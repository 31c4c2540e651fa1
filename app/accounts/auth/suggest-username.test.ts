import { expect, it } from 'vitest';
import { username } from '#shared/accounts/account.ts';
import { looksLikeAnother } from '#shared/accounts/usernames.ts';
import { suggestUsername } from './suggest-username.ts';

it.each([
  ['Nadia Brooks', 'nadia.brooks'],
  ['  Chloé  O’Neill-Oliveira ', 'chloe.o.neill.oliveira'],
  ['Bo', ''],
  ['李明', ''],
  ['Юлия Ким', 'юлия.ким'],
  ['Сергей Їжак', 'сергей.їжак'],
  ['Фёдор Ива\u0301нов', 'фёдор.иванов'],
  ['ながい ガク', 'ながい.ガク'],
  ['ﾅｶﾞｲ', 'ナガイ'],
  ['अमित शर्मा', 'अमित.शर्मा'],
  ['สมชาย ใจดี', 'สมชาย.ใจดี'],
  ['สำราญ ใจดี', ''],
  ['தமிழ்ச்செல்வன்', 'தமிழ்ச்செல்வன்'],
  ['ශ්\u200dරීමතී', 'ශ්රීමතී'],
  ['أحمد بن محمود', 'أحمد.بن.محمود'],
  ['Nguyễn Thị Ánh', 'nguyen.thi.anh'],
  ['Γιώργος Ντάλαρας', 'γιωργος.νταλαρας'],
  ['İpek Çağrı', 'ipek.cagrı'],
  ['María Fernanda de la Concepción Gutiérrez y Santos', 'maria.fernanda.de.la.concepcion'],
  ['Wolfeschlegelsteinhausenbergerdorffenhausen Sr', 'wolfeschlegelsteinhausenbergerdorffen'],
  ['Иван Smith', ''],
  ['', ''],
])('suggests for %s a username that can be taken: %s', (fullName, expected) => {
  const suggestion = suggestUsername(fullName);
  expect(suggestion).toBe(expected);
  if (!suggestion) return;
  // Likewise with the ending of one that is taken.
  for (const name of [suggestion, `${suggestion}.99`]) {
    expect(username().parse(name)).toBe(name);
    expect(looksLikeAnother(name)).toBe(false);
  }
});
