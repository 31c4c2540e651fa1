/** True if a message asks for something, so that an answer is due before anything else. */

/** Words with which people ask for something, in the languages of the suggestions; when in doubt, they ask. */
const REQUESTS = [
  'please|pls|can you|could you|would you|will you|send (?:me|us|over)|call me|let me know|looking for|need|quote|how much|what is the price',
  'bitte|könnten? sie|kannst du|könntest du|schicken sie|schick(?:e)? mir|senden sie|rufen sie|ruf mich|angebot|brauche|benötigen?|suchen?',
  "merci de|pou(?:vez|rriez)[- ]vous|peux[- ]tu|s'il (?:vous|te) pla[iî]t|svp|envoye[zr]|envoie|appelez|rappele[zr]|devis|besoin|cherch(?:e|ons)",
  'por favor|pued(?:e|es)|podr[ií]as?|env[ií](?:e|a|ar)(?:me|nos)?|mand(?:e|a|ar)(?:me|nos)?|ll[aá]m(?:e|a)me|presupuesto|necesit(?:o|amos)|busc(?:o|amos)',
  'per favore|per cortesia|pu[oò]i?|potrebbe|potresti|invi(?:a|i|ar)(?:mi|ci|re)|mand(?:a|i)(?:mi|ci|re)|chiamami|mi chiami|preventivo|avrei bisogno|cerc(?:o|hiamo)',
  'por gentileza|pode(?:ria)?m?|envi(?:e|ar)|me (?:envie|mande|manda|ligue|liga)|orçamento|precis(?:o|amos)|procur(?:o|amos)',
].join('|');
const ASKING = new RegExp(`(?<![\\p{L}\\p{N}])(?:${REQUESTS})(?![\\p{L}\\p{N}])`, 'iu');
/** Likewise in scripts without spaces, and question marks of all scripts. */
const OTHER_SCRIPTS = /[?？؟¿]|ください|下さい|お願い|でしょうか|ますか|请|請|麻烦|주세요|부탁|пожалуйста/u;

/** Of a long message, the beginning says enough. */
const READ_MAX = 4_000;

export function asksForSomething(message: string): boolean {
  const text = message.slice(0, READ_MAX).replaceAll('’', "'");
  return OTHER_SCRIPTS.test(text) || ASKING.test(text);
}
