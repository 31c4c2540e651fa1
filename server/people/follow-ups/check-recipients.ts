/**
 * True if a text sends its reader to somebody else: an assistant, a number in words, a person whom nobody named. In the
 * six languages of the suggestions.
 */

const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const anyOf = (words: string): string =>
  `(?:${words.trim().split(/\s+/).join('|').replaceAll('_', String.raw`\s+`)})`;

const NUMBER = anyOf(`
  zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand double triple
  null eins zwei zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn zwanzig dreißig vierzig fünfzig hundert tausend
  zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize vingt trente quarante cinquante cent mille
  cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece veinte treinta cuarenta cincuenta cien ciento mil
  due tre quattro cinque sei sette otto nove dieci undici dodici tredici venti trenta quaranta cinquanta cento mille
  um dois três quatro sete oito nove dez onze doze treze vinte trinta quarenta cinquenta cem`);
const GAP = String.raw`[\s,.\-–—]+`;
const EXTENSION = anyOf(
  'extension ext\\.? durchwahl nebenstelle apparat poste extensión anexo interno ramal pin code passcode kennwort',
);
const DIAL = anyOf(
  'call dial ring text phone wählen_sie rufen_sie ruf wähle appelez composez llame marque llama chiami componga chiama ligue disque telefone',
);

/** Three number words in a row, two after "call", one after "extension". */
const SPELLED = [
  `${START}${NUMBER}(?:${GAP}${NUMBER}){2,}${END}`,
  `${START}${DIAL}(?:\\s+(?:me|us|him|her|them|mich|uns|moi|nous|at|on|unter|au|al|a|para|o|il|el|le)){0,2}\\s+${NUMBER}${GAP}${NUMBER}${END}`,
  `${START}${EXTENSION}\\s+(?:number\\s+|nummer\\s+|numéro\\s+|número\\s+|numero\\s+)?(?:${NUMBER}|\\d+)${END}`,
].map((source) => new RegExp(source, 'iu'));

/** Numbers in words that the trusted texts do not have, in texts in one form. */
export const hasSpelledNumber = (text: string, trusted: string): boolean =>
  SPELLED.some((pattern) => pattern.test(text) && !pattern.test(trusted));

const OTHERS = anyOf(`
  assistant secretary colleague partner accountant lawyer attorney boss manager director agent office department cousin brother
  sister wife husband friend associate representative
  assistent assistenten assistentin sekretär sekretärin kollege kollegen kollegin chef chefin büro anwalt anwältin buchhalter buchhalterin partnerin
  freund freundin bruder schwester
  assistante secrétaire collègue associé associée comptable avocat avocate patron patronne bureau ami amie
  asistente secretario secretaria colega compañero compañera socio socia contable abogado abogada jefe jefa oficina amigo amiga
  assistente segretario segretaria collega socia commercialista avvocato capo ufficio amico amica
  secretário secretária sócio sócia contador contadora advogado advogada chefe escritório`);
const OUR = anyOf(`
  my our his her their mein meine meinen meinem meiner unser unsere unseren unserem mon ma mes notre nos mi mis nuestro nuestra
  mio mia il_mio la_mia al_mio alla_mia nostro nostra meu minha o_meu a_minha ao_meu à_minha nosso nossa`);
const ASK = anyOf(`
  reply respond answer write forward send email mail call text ring contact ask_for reach_out get_in_touch cc copy speak_to talk_to
  speak_with antworten_sie antworte schreiben_sie schreib schreibe wenden_sie_sich wende_dich rufen_sie melden_sie_sich melde_dich
  senden_sie schicken_sie sprechen_sie kontaktieren_sie fragen_sie_nach
  répondez réponds écrivez écris adressez-vous contactez contacte appelez appelle envoyez envoie demandez parlez
  responda responde escriba escribe contacte contacta llame llama envíe envía diríjase pregunte pregunta hable
  risponda rispondi scriva scrivi contatti contatta chiami chiama invii invia si_rivolga chieda parli
  responda escreva contate ligue envie fale procure peça dirija-se`);
/** In a sentence about what the owner does, nobody is sent anywhere: "I will ask for my colleague’s notes". */
const OWN = String.raw`(?:\b(?:i|we|ich|wir|je|nous|i['’]ll|we['’]ll|i will|we will|i can|we can)\s+)`;
const TO_OTHERS = new RegExp(
  `(${OWN})?${START}${ASK}${END}[^.!?\\n]{0,30}?${START}(?:${OUR}|the|an?|l['’])\\s+(?:new\\s+)?${OTHERS}${END}`,
  'giu',
);

/** A name after "reply to" and the like, and one that is said to have said something; names keep their case. */
const NAME = String.raw`(\p{Lu}[\p{L}\p{M}'’-]+)`;
const TO_NAME = new RegExp(
  `${START}(?:[Rr]eply|[Rr]espond|[Ww]rite|[Ff]orward (?:this|it)|[Ss]peak|[Tt]alk|[Rr]each out|[Aa]sk for|[Cc]ontact|[Cc]all|[Tt]ext|[Cc]c|(?:[Aa]ntworten|[Ss]chreiben|[Ss]prechen|[Mm]elden|[Ww]enden) Sie(?: sich)?|[Rr]ufen Sie|[ÉéEe]crivez|[Rr]épondez|[Cc]ontactez|[Aa]ppelez|[Aa]dressez-vous|[Dd]emandez|[Ee]scrib[ae]|[Rr]espond[ae]|[Ll]lam[ae]|[Pp]regunt[ae]|[Dd]iríjase|[Ss]criv[ai]|[Rr]ispond[ai]|[Cc]hiam[ai]|[Cc]hied[ai]|[Ee]screva|[Ll]igue|[Ff]ale|[Pp]rocure)(?:[ \\t]+(?:directly|direkt|directement))?(?:[ \\t]+(?:to|with|for|an|mit|bei|nach|à|a|por|di|per|para|com|pelo|pela|the|den))?[ \\t]+${NAME}`,
  'gu',
);
const SAID = new RegExp(
  `${START}${NAME}(?:\\s+(?:from|of|at|von|bei|de|chez|di|da|do|en)\\s+\\p{Lu}[\\p{L}\\p{N}'’.&-]+)?(?:,)?\\s+(?:told|said|says|mentioned|recommended|suggested|asked|wants|insists|hat (?:mir|uns)|sagte|meinte|empfahl|m['’]a (?:dit|parlé|recommandé)|nous a|me (?:dijo|ha dicho|recomendó)|mi ha (?:detto|parlato)|me (?:disse|falou|recomendou))${END}`,
  'gu',
);
/** Words that stand at the beginning of a sentence or of a noun, and are no names. */
const NO_NAME =
  /^(?:i|we|you|he|she|it|they|who|someone|somebody|everyone|people|nobody|me|us|it’s|the|this|that|my|our|your|ich|sie|er|wir|man|ihnen|ihre?n?|ihrem|ihrer|uns|mir|freund|kollege|on|vous|nous|il|elle|je|usted|ud|lei|la|voi|você|ele|ela|eu)$/iu;

const foreignNames = (text: string, pattern: RegExp, isKnown: (word: string) => boolean): boolean =>
  [...text.matchAll(pattern)].some(([, name = '']) => !NO_NAME.test(name) && !isKnown(name));

/** True if a text names another recipient or witness than the people it may name; `trusted` is the owner's own words. */
export function namesAnother(text: string, isKnown: (word: string) => boolean, trusted: string): boolean {
  const isSent = [...text.matchAll(TO_OTHERS)].some(
    ([all, own]) => !own && !trusted.includes(all.toLowerCase()),
  );
  return isSent || foreignNames(text, TO_NAME, isKnown) || foreignNames(text, SAID, isKnown);
}
