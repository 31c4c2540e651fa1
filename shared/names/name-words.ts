/**
 * The word lists for guessing the parts of a full name (`name-guess.ts`). Lists in Latin script are folded: lower case,
 * no accents. They contain what is common, not everything; names that are not found stay as they are, and people can
 * enter the parts.
 */

const wordsOf = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/** A word folded as in the lists. */
export const foldWord = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Titles before a name, with or without a period. */
export const TITLES = wordsOf(
  'mr mrs ms mx miss dr drs prof doctor professor sir dame herr frau mme mlle madame monsieur rabbi capt sra srta dra dott',
  'dottssa avv lic mudr judr mvdr phdr rndr paeddr mgr inz',
);

/** Titles that are also names or initials, and so count only with a period. */
export const DOTTED_TITLES = wordsOf(
  'rev hon fr ing eng mag er adv ir bc sr lt col gen maj sgt arq hc dipl univ priv doz habil kfm kffr inf phys pad med phil ssa sig ra',
);

/** Words that follow a title without a period: "Dr med", "Dr rer nat". */
export const TITLE_FIELDS = wordsOf('med dent vet phil rer nat pol oec iur jur hc hab techn');

/** Titles used for addressing people. */
export const SPOKEN_TITLES = wordsOf(
  'mr mrs ms mx miss dr prof doctor professor herr frau mme mlle madame monsieur rabbi rev sra srta dra dott dottssa',
);

/** Suffixes after a space; after a comma, more words count. */
export const SUFFIXES = wordsOf(
  'jr sr ii iii iv phd md mba msc bsc mph llm llb dds dvm esq cpa cfa obe mbe cbe kc qc ret',
);

/** Words that belong to the family name after them: some in any case, some in lower case only; not folded. */
export const PARTICLES = wordsOf(
  'van von vom der den de del della delle degli di da dos das du des la le los las zum zur ter ten st saint mac bin ibn bint ó ní nic בן',
);
export const LOWER_PARTICLES = wordsOf('al el ben do zu af av und');
export const SON_OF: ReadonlySet<string> = new Set(['bin', 'ibn', 'bint', 'بن', 'ابن', 'بنت']);
export const SERVANT_OF: ReadonlySet<string> = new Set(['abd', 'abdul', 'abdel', 'abdal', 'عبد']);
/** Those of them that are never a name alone. */
export const SERVANT_OF_ONLY: ReadonlySet<string> = new Set(['abd', 'عبد']);

/** Given names before a capitalized "Al" or "El" that is not short for Albert. */
export const ARABIC_GIVEN = wordsOf(
  'mohammed mohamed muhammad mohammad mohamad ahmed ahmad ali omar umar khalid khaled abdullah abdulla abdulaziz abdulrahman',
  'hassan hasan hussein hussain ibrahim youssef yousef yusuf hamad hamdan hamed saeed said sultan salman faisal fahad fahd',
  'mansour nasser tariq tarek majid majed rashid saud turki bandar zayed waleed walid karim amr mahmoud mustafa mostafa bilal',
  'mariam maryam fatima fatma aisha noura noor nour layla leila reem hessa sheikha amal huda salma samira yasmin zainab',
);

/** Spanish and Portuguese family names that do not end in -ez; given names that are also family names are left out. */
export const IBERIAN_FAMILY = wordsOf(
  'garcia ruiz diaz ortiz munoz moreno romero alonso navarro torres ramos gil serrano blanco molina morales ortega delgado',
  'castro rubio medina sanz iglesias castillo cortes garrido santos guerrero lozano cano cruz calvo prieto herrera pena flores',
  'cabrera campos vega fuentes carrasco caballero reyes nieto aguilar santana herrero montero hidalgo ferrer mora vargas arias',
  'carmona crespo soto saez velasco moya soler parra bravo gallardo rojas mendoza silva salazar guzman acosta rivera rios',
  'contreras espinoza espinosa valencia valdes pacheco escobar bolivar allende borges llosa cervantes saavedra oliveira souza',
  'sousa lima pereira ferreira costa rodrigues almeida nascimento alves carvalho araujo ribeiro gomes martins barbosa rocha',
  'cardoso correia dias teixeira cavalcanti andrade moreira nunes marques machado mendes freitas fernandes melo azevedo pinto',
  'fonseca lopes moura monteiro coelho tavares cunha duarte vieira neves matos pires reis',
);
/** Given names that combine with a second one: María José, Juan Carlos, João Pedro. */
export const IBERIAN_FIRST = wordsOf('maria jose juan ana luis miguel joao');
/** The words that make "María del" and "María de los" given names. */
export const MARIAN = wordsOf(
  'carmen pilar rosario mar angeles dolores rocio lourdes fatima jesus luz guadalupe mercedes nieves remedios consuelo socorro',
);

export const HUNGARIAN_FAMILY = wordsOf(
  'nagy kovacs toth szabo horvath varga kiss kis molnar nemeth farkas balogh balog papp pap takacs juhasz lakatos meszaros',
  'olah racz fekete szilagyi torok feher gal szucs kocsis fodor pinter szalai szalay sipos magyar gulyas biro kiraly katona',
  'boros kelemen somogyi hegedus vass vas deak bodnar pasztor szekely orban barta orosz soos veres voros hajdu halasz bakos',
  'szekeres borbely dudas kerekes farago puskas bartok kodaly liszt karpati rakoczi szechenyi kadar horthy arany petofi',
  'nemes szoke bognar erdos toldi vamos csonka csizmadia hegyi majoros',
);
export const HUNGARIAN_GIVEN = wordsOf(
  'istvan jozsef janos laszlo zoltan sandor gabor ferenc attila peter tamas zsolt tibor andras csaba imre lajos gyorgy balazs',
  'gyula mihaly karoly robert bela norbert krisztian daniel matyas mate adam david bence akos szabolcs levente mark viktor',
  'arpad geza jeno erno denes endre ivan miklos oszkar otto rudolf vilmos pal ervin kalman barnabas botond dominik marton',
  'maria erzsebet ilona katalin eva anna zsuzsanna margit judit agnes andrea ildiko julianna erika krisztina monika',
  'iren eszter magdolna edit gabriella szilvia aniko piroska reka zsofia vivien dora csilla melinda klara gyongyi marta beata',
  'tunde timea rita noemi petra orsolya zita hajnalka emese boglarka luca hanna nora kinga terezia sarolta bernadett',
);

/** In Vietnamese spelling. */
export const VIETNAMESE_FAMILY: ReadonlySet<string> = new Set(
  'nguyễn trần lê phạm hoàng huỳnh phan vũ võ đặng bùi đỗ hồ ngô dương lý đinh lâm trịnh đoàn trương'.split(
    ' ',
  ),
);
export const VIETNAMESE_MIDDLE: ReadonlySet<string> = new Set(['van', 'thi', 'văn', 'thị']);

/** Romanized; they count before a hyphenated given name, as in Kim Min-jun. */
export const KOREAN_FAMILY_LATIN = wordsOf(
  'kim lee yi park pak choi jung jeong chung kang cho jo yoon yun jang chang lim im han oh seo shin kwon hwang ahn an song',
  'hong yoo yu ko go moon mun yang bae baek heo hur nam noh roh ha kwak sung cha joo woo koo ryu min',
);
/** One syllable each. */
export const KOREAN_FAMILY: ReadonlySet<string> = new Set(
  '김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹모탁국어은편용류라',
);
export const KOREAN_DOUBLE_FAMILY = wordsOf('남궁 황보 제갈 사공 선우 서문 독고 동방');

export const CHINESE_DOUBLE_FAMILY = wordsOf(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 夏侯 司徒 司空 轩辕 軒轅 端木 独孤 獨孤 南宫 南宮 西门 西門',
  '长孙 長孫 宇文 鲜于 鮮于 闻人 聞人 东郭 東郭 申屠 太史 呼延 拓跋 百里 淳于 南门 濮阳 公冶 完颜 完顏',
);
/** A nickname, not a family name: 小明, 阿强. */
export const CHINESE_PET_STARTS: ReadonlySet<string> = new Set('小老阿大');

/** Family names at the start of three-character names without a space; usually they have two characters. */
export const JAPANESE_FAMILY = wordsOf(
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 渡部 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 斉藤 齋藤 清水 山崎 阿部 池田 橋本 山下',
  '石川 中島 前田 藤田 後藤 小川 岡田 長谷川 村上 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 藤原 岡本 松田 中川 中野 小野 田村 竹内',
  '中山 和田 石原 上田 森田 柴田 酒井 工藤 横山 宮崎 宮本 内田 高木 安藤 谷口 大野 丸山 今井 高田 藤本 武田 村田 上野 杉山 増田 菅原 平野 大塚',
  '久保 小島 千葉 岩崎 松井 桜井 野口 松尾 野村 木下 菊地 菊池 佐野 大西 杉本 新井 五十嵐 小笠原 久保田 佐久間',
);
