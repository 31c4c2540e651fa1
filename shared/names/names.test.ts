import { describe, expect, it } from 'vitest';
import { NAME_PARTS, type NameFields } from './name-parts.ts';
import { chooseGreeting, chooseSignature, dropStaleParts, nameParts } from './names.ts';

/** Prefix, given, additional, family, suffix. */
const split = (fullName: string, given: NameFields = {}) => {
  const parts = nameParts({ fullName, ...given });
  return NAME_PARTS.map((part) => parts[part]);
};
const orderOf = (fullName: string) => nameParts({ fullName }).nameOrder;

describe('The guess about a full name', () => {
  it.each([
    // Eight names that used to be split wrongly.
    ['李明', ['', '明', '', '李', '']],
    ['山田 太郎', ['', '太郎', '', '山田', '']],
    ['김 민준', ['', '민준', '', '김', '']],
    ['Nagy István', ['', 'István', '', 'Nagy', '']],
    ['Gabriel García Márquez', ['', 'Gabriel', '', 'García Márquez', '']],
    ['Dr. med. Hans Müller', ['Dr. med.', 'Hans', '', 'Müller', '']],
    ['Smith, John', ['', 'John', '', 'Smith', '']],
    ['Weird Al Yankovic', ['', 'Weird', 'Al', 'Yankovic', '']],
    // East Asia.
    ['欧阳娜娜', ['', '娜娜', '', '欧阳', '']],
    ['司馬遷', ['', '遷', '', '司馬', '']],
    ['諸葛亮', ['', '亮', '', '諸葛', '']],
    ['李小龙', ['', '小龙', '', '李', '']],
    ['李 明', ['', '明', '', '李', '']],
    ['小明', ['', '小明', '', '', '']],
    ['山田\u3000太郎', ['', '太郎', '', '山田', '']],
    ['山田太郎', ['', '太郎', '', '山田', '']],
    ['佐々木希', ['', '希', '', '佐々木', '']],
    ['高橋みなみ', ['', 'みなみ', '', '高橋', '']],
    ['𠮷野太郎', ['', '太郎', '', '𠮷野', '']],
    ['𠀀', ['', '𠀀', '', '', '']],
    ['ジョン・スミス', ['', 'ジョン', '', 'スミス', '']],
    ['约翰·史密斯', ['', '约翰', '', '史密斯', '']],
    ['김민준', ['', '민준', '', '김', '']],
    ['남궁민', ['', '민', '', '남궁', '']],
    ['존 스미스', ['', '존', '', '스미스', '']],
    ['Kim Min-jun', ['', 'Min-jun', '', 'Kim', '']],
    ['Kim Kardashian', ['', 'Kim', '', 'Kardashian', '']],
    ['Haruki Murakami', ['', 'Haruki', '', 'Murakami', '']],
    ['Nguyễn Văn An', ['', 'An', 'Văn', 'Nguyễn', '']],
    ['Nguyen Van An', ['', 'An', 'Van', 'Nguyen', '']],
    // Hungary.
    ['Kovács Anna Mária', ['', 'Anna', 'Mária', 'Kovács', '']],
    ['dr. Szabó-Nagy Péter', ['dr.', 'Péter', '', 'Szabó-Nagy', '']],
    ['István Nagy', ['', 'István', '', 'Nagy', '']],
    ['Peter Smith', ['', 'Peter', '', 'Smith', '']],
    // Spain, Portugal, Latin America.
    ['María José Pérez López', ['', 'María José', '', 'Pérez López', '']],
    ['Juan Carlos García', ['', 'Juan Carlos', '', 'García', '']],
    ['María del Carmen García López', ['', 'María del Carmen', '', 'García López', '']],
    ['María de la Cruz', ['', 'María', '', 'de la Cruz', '']],
    ['José Ortega y Gasset', ['', 'José', '', 'Ortega y Gasset', '']],
    ['João Pedro Ferreira dos Santos', ['', 'João Pedro', '', 'Ferreira dos Santos', '']],
    ['Jennifer Lynn Lopez', ['', 'Jennifer', 'Lynn', 'Lopez', '']],
    // Particles.
    ['Ludwig van Beethoven', ['', 'Ludwig', '', 'van Beethoven', '']],
    ['Jan van der Berg', ['', 'Jan', '', 'van der Berg', '']],
    ['van der Berg, Jan', ['', 'Jan', '', 'van der Berg', '']],
    ['Ellie Mac Donald', ['', 'Ellie', '', 'Mac Donald', '']],
    ['Tomás Ó Fiaich', ['', 'Tomás', '', 'Ó Fiaich', '']],
    ['Jill St. John', ['', 'Jill', '', 'St. John', '']],
    ['Van Morrison', ['', 'Van', '', 'Morrison', '']],
    ['Ahmed al-Rashid', ['', 'Ahmed', '', 'al-Rashid', '']],
    ['Mohamed Al Fayed', ['', 'Mohamed', '', 'Al Fayed', '']],
    ['Khalid bin Abdulaziz Al Saud', ['', 'Khalid', 'bin Abdulaziz', 'Al Saud', '']],
    ['محمد بن سلمان آل سعود', ['', 'محمد', 'بن سلمان', 'آل سعود', '']],
    ['عبد الرحمن محمد', ['', 'عبد الرحمن', '', 'محمد', '']],
    ['عبد الله', ['', 'عبد الله', '', '', '']],
    ['محمد عبد الله', ['', 'محمد', '', 'عبد الله', '']],
    ['محمد بن عبد الله', ['', 'محمد', '', 'بن عبد الله', '']],
    ['خالد بن عبد العزيز آل سعود', ['', 'خالد', 'بن عبد العزيز', 'آل سعود', '']],
    ['Omar bin Abd al-Aziz', ['', 'Omar', '', 'bin Abd al-Aziz', '']],
    ['דוד בן גוריון', ['', 'דוד', '', 'בן גוריון', '']],
    ['Abd al-Rahman al-Sufi', ['', 'Abd al-Rahman', '', 'al-Sufi', '']],
    // Titles and letters.
    ['Prof. Dr. Dr. h.c. Erika Mustermann', ['Prof. Dr. Dr. h.c.', 'Erika', '', 'Mustermann', '']],
    ['Dipl.-Ing. Hans Müller', ['Dipl.-Ing.', 'Hans', '', 'Müller', '']],
    ['Dr. rer. nat. Anna-Lena Weiß', ['Dr. rer. nat.', 'Anna-Lena', '', 'Weiß', '']],
    ['Univ.-Prof. Dr. Karl von und zu Stein', ['Univ.-Prof. Dr.', 'Karl', '', 'von und zu Stein', '']],
    ['Smith, John, Jr.', ['', 'John', '', 'Smith', 'Jr.']],
    ['Smith Jr., Dr. John Paul', ['Dr.', 'John', 'Paul', 'Smith', 'Jr.']],
    ['Martin Luther King, Jr.', ['', 'Martin', 'Luther', 'King', 'Jr.']],
    ['Grace Hopper, PhD, MBA', ['', 'Grace', '', 'Hopper', 'PhD MBA']],
    ['Ada Lovelace III', ['', 'Ada', '', 'Lovelace', 'III']],
    ['John Smith, M.Ed.', ['', 'John', '', 'Smith', 'M.Ed.']],
    ['John Smith Esq.', ['', 'John', '', 'Smith', 'Esq.']],
    ['Ada Lovelace, Countess of Lovelace', ['', 'Ada', '', 'Lovelace', '']],
    ['John Smith (he/him)', ['', 'John', '', 'Smith', '']],
    ['"Weird Al" Yankovic', ['', 'Weird Al', '', 'Yankovic', '']],
    // One name, initials, capitals, patronymics.
    ['Madonna', ['', 'Madonna', '', '', '']],
    ['Dr.', ['', 'Dr.', '', '', '']],
    ['  ', ['', '', '', '', '']],
    ['J. K. Rowling', ['', 'J. K.', '', 'Rowling', '']],
    ['A. P. J. Abdul Kalam', ['', 'A. P. J.', 'Abdul', 'Kalam', '']],
    ['Ramesh K', ['', 'Ramesh', '', 'K', '']],
    ['DUPONT Jean', ['', 'Jean', '', 'DUPONT', '']],
    ['Gabriel GARCIA MARQUEZ', ['', 'Gabriel', '', 'GARCIA MARQUEZ', '']],
    ['ADA LOVELACE', ['', 'ADA', '', 'LOVELACE', '']],
    ['Иванов Иван Иванович', ['', 'Иван', 'Иванович', 'Иванов', '']],
    ['Łukasz Jan Nowak', ['', 'Łukasz', 'Jan', 'Nowak', '']],
  ])('takes %j apart', (fullName, parts) => {
    expect(split(fullName)).toEqual(parts);
  });

  it('knows where the family name comes first', () => {
    const names = ['李明', '山田 太郎', '김민준', 'Nagy István', 'DUPONT Jean', 'Nguyễn Văn An'];
    expect(names.map(orderOf)).toEqual(names.map(() => 'familyFirst'));
    expect(['Ada Lovelace', 'ジョン・スミス', 'Madonna', 'Smith, John'].map(orderOf)).toEqual(
      Array(4).fill('givenFirst'),
    );
  });
});

describe('Parts that were given', () => {
  it.each<[string, NameFields, string[]]>([
    ['Weird Al Yankovic', { givenName: 'Weird Al' }, ['', 'Weird Al', '', 'Yankovic', '']],
    ['Puskás Ferenc', { nameOrder: 'familyFirst' }, ['', 'Ferenc', '', 'Puskás', '']],
    ['Krasznahorkai László', { familyName: 'Krasznahorkai' }, ['', 'László', '', 'Krasznahorkai', '']],
    ['Li Ming', { nameOrder: 'familyFirst' }, ['', 'Ming', '', 'Li', '']],
    ['"Weird Al" Yankovic', { givenName: 'Weird Al' }, ['', 'Weird Al', '', 'Yankovic', '']],
    ['John Smith (he/him)', { givenName: 'John', familyName: 'Smith' }, ['', 'John', '', 'Smith', '']],
    ['太郎', { givenName: '太郎' }, ['', '太郎', '', '', '']],
    ['林太郎', { familyName: '林' }, ['', '太郎', '', '林', '']],
    ['陳方安生', { familyName: '陳方' }, ['', '安生', '', '陳方', '']],
    ['Robert Smith', { givenName: 'Bob' }, ['', 'Bob', '', 'Smith', '']],
    ['Smith, John', { givenName: 'John' }, ['', 'John', '', 'Smith', '']],
    ['Dr. med. Hans Müller', { namePrefix: 'Dr.' }, ['Dr.', 'Hans', '', 'Müller', '']],
    [
      'Dr. John Paul Smith Jr.',
      { givenName: 'John', familyName: 'Smith' },
      ['Dr.', 'John', 'Paul', 'Smith', 'Jr.'],
    ],
    ['John Smith, Jr.', { givenName: 'John', familyName: 'Smith' }, ['', 'John', '', 'Smith', 'Jr.']],
    ['Helena Bonham Carter', { familyName: 'Bonham Carter' }, ['', 'Helena', '', 'Bonham Carter', '']],
    ['Sri Mulyani Indrawati', { givenName: 'Sri Mulyani' }, ['', 'Sri Mulyani', '', 'Indrawati', '']],
    [
      'John Ronald Reuel Tolkien',
      { givenName: 'John', familyName: 'Tolkien' },
      ['', 'John', 'Ronald Reuel', 'Tolkien', ''],
    ],
  ])('of %j win, and the others are guessed from the rest', (fullName, given, parts) => {
    expect(split(fullName, given)).toEqual(parts);
  });

  it('are never made up where they tell how a name is said', () => {
    expect(nameParts({ fullName: 'やまだ たろう' })).toMatchObject({
      phoneticGivenName: '',
      phoneticFamilyName: '',
    });
  });
});

describe('A greeting', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Ada'],
    ['Dr. Grace Hopper', 'Grace', 'Dr. Hopper'],
    ['Dr. med. Hans Müller', 'Hans', 'Dr. Müller'],
    ['Prof. Dr. Dr. h.c. Erika Mustermann', 'Erika', 'Prof. Mustermann'],
    ['Dipl.-Ing. Hans Müller', 'Hans', 'Hans'],
    ['Smith, John', 'John', 'John'],
    ['李明', '李明', '李明'],
    ['山田 太郎', '山田さん', '山田さん'],
    ['高橋みなみ', '高橋さん', '高橋さん'],
    ['김 민준', '김민준님', '김민준님'],
    ['Nagy István', 'István', 'István'],
    ['Gabriel García Márquez', 'Gabriel', 'Gabriel'],
    ['Nguyễn Văn An', 'An', 'An'],
    ['M. Night Shyamalan', 'Night', 'Night'],
    ['J. K. Rowling', 'J. K. Rowling', 'J. K. Rowling'],
    ['Madonna', 'Madonna', 'Madonna'],
  ])('calls %j %j among friends and %j in a letter', (fullName, friendly, formal) => {
    expect([chooseGreeting({ fullName }), chooseGreeting({ fullName }, { isFormal: true })]).toEqual([
      friendly,
      formal,
    ]);
  });

  it('uses the given name that was given, and none without a letter', () => {
    expect(chooseGreeting({ fullName: 'Weird Al Yankovic', givenName: 'Weird Al' })).toBe('Weird Al');
    expect(chooseGreeting({ fullName: '林 太郎', phoneticFamilyName: 'はやし' })).toBe('林さん');
    expect(chooseGreeting({ fullName: '🎉' })).toBeNull();
  });

  it('is signed by the given name, or by all of a name whose family name comes first', () => {
    expect(
      ['Łukasz Nowak', '李明', 'Smith, John', 'Bo'].map((fullName) => chooseSignature({ fullName })),
    ).toEqual(['Łukasz', '李明', 'John', 'Bo']);
  });
});

describe('Parts of a full name that changes', () => {
  const kept = {
    fullName: 'Anna Kovács',
    givenName: 'Anna',
    familyName: 'Kovács',
    phoneticGivenName: 'AH-nah',
    phoneticFamilyName: 'KOH-vahch',
  };

  it('are dropped if it no longer contains them, and their pronunciation is doubtful', () => {
    expect(dropStaleParts('Anna Nagy', kept, {})).toEqual({
      dropped: ['familyName'],
      doubtful: ['phoneticFamilyName'],
    });
    expect(dropStaleParts('Anna Kovácsné', kept, {}).dropped).toEqual(['familyName']);
  });

  it('stay if it still contains them, and all of them if it is unchanged', () => {
    expect(dropStaleParts('Dr. Anna B. Kovács', kept, {})).toEqual({ dropped: [], doubtful: [] });
    expect(dropStaleParts(' Anna  Kovács ', kept, {})).toEqual({ dropped: [], doubtful: [] });
    expect(dropStaleParts('李小明', { fullName: '李明', familyName: '李' }, {}).dropped).toEqual([]);
  });

  it('stay if they are sent along, even if empty', () => {
    const sent = { familyName: 'Kovács', phoneticFamilyName: 'x' };
    expect(dropStaleParts('Anna Nagy', kept, sent)).toEqual({ dropped: [], doubtful: [] });
    expect(dropStaleParts('Anna Nagy', kept, { familyName: null }).dropped).toEqual([]);
  });

  it('keep their order until the words change places', () => {
    const named = { fullName: 'Nagy István', nameOrder: 'familyFirst' } as const;
    expect(dropStaleParts('Nagy István Péter', named, {}).dropped).toEqual([]);
    expect(dropStaleParts('István Nagy', named, {}).dropped).toEqual(['nameOrder']);
  });
});
