/**
 * Words printed on business cards in English, German, French, Spanish, Italian and Portuguese, all folded: lower case,
 * no accents. They contain what is common, not everything: what is not recognized is offered to the owner as a line.
 */

/** Lower case, without accents; ß as ss. One word stays one word. */
export const foldCardWords = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** The kind of a number, by the words in front of it; the first that matches counts. */
export const PHONE_KINDS = {
  fax: /\b(?:tele)?fax|\btelecopie|\bf$/,
  mobile:
    /\bmob(?:ile?|il\w*)?\b|\bhandy|\bcel(?:l(?:ulare|phone)?|ular)?\b|\bgsm\b|\bportable|\bmovil|\btelemovel|\btlm\b|\bnatel|\bwhats ?app|\bport\b|\b[mc]$/,
  home: /\bprivat\w*|\bhome\b|\bdomicile|\bcasa\b|\bpriv\b/,
  work: /\btel\w*|\bt$|\bphone|\bfon\b|\boffice|\bburo\b|\bzentrale|\bbureau|\bstandard|\bfijo|\bufficio|\boficina|\bescritorio|\bdire[ck]t\w*|\bdurchwahl|\bdw\b|\bligne|\bdirett[oa]|\bdirecto|\bwork|\bmain|\bswitchboard|\bfisso|\bfixe?o?\b|\bcentralino|\bcentralita|\b[opdw]$|\bcall\b/,
} as const;
export type PhoneKind = keyof typeof PHONE_KINDS;

/** A word of a label that stands alone once the value behind it is taken out. */
export const LABEL_WORD =
  /^(?:e|mail|email|courriel|correo|electronico|electronica|posta|adresse|web|site|website|webseite|seite|www|sito|internet|url|homepage|home|page|pagina|tele(?:fon\w*|phone)|tel|fon|phone|call|(?:tele)?fax|telecopie|mob(?:ile?|il\w*)?|handy|cel(?:l(?:ulare|phone)?|ular)?|portable|port|movil|telemovel|tlm|natel|gsm|whats|app|whatsapp|office|work|main|buro|zentrale|bureau|standard|ligne|oficina|ufficio|escritorio|fijo|fixo|fixe|fisso|centralino|centralita|privat|dire[ck]t\w*|dirett[oa]|diretto|durchwahl|dw|ext|und|and|et|y|o|ou|oder|or|no|nr|n|t|f|m|c|p|d|w|a|i|l)$/;

/** Numbers that are no phone numbers, by the words in front of them. */
export const OTHER_NUMBERS =
  /\b(?:ust|uid|vat|mwst|steuer|st ?nr|hrb|hra|amtsgericht|iban|bic|swift|siret|siren|rcs|tva|ape|naf|cif|nif|nipc|cnpj|cpf|p ?iva|partita|cod ?fisc\w*|c ?f|rea|reg(?:istration)?|company no|license|lic|konto|blz|bank|ein|duns|capital|kapital)\b/;

/** Legal forms at the end of a company's name, and words that make a line a company. */
export const LEGAL_FORM =
  /(?:^|[\s,&.])(?:g?gmbh(?: & co\.? ?kg(?:aa)?)?|mbh|mbb|ag|kg|kgaa|ohg|gbr|ug|e\.? ?k\.?|e\.? ?v\.?|eg|part ?g(?:mbb)?|inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|plc|llp|lp|co|sarl|s\.a\.r\.l|sas|s\.a\.s|sasu|eurl|sci|snc|s\.n\.c|sa|s\.a|se|sl|s\.l|slu|s\.l\.u|s\.? ?p\.? ?a|s\.? ?r\.? ?l|srls|lda|ltda|eireli|s\.c\.p\.a|scrl|sprl|bv|b\.v|nv|n\.v|sagl|s\. ?coop|unipessoal)\.?(?=$|[\s,)])/;
export const COMPANY_WORD =
  /\b(?:group|gruppe|groupe|grupo|gruppo|holding|company|compagnie|compania|partners?|partner|associates|associes|asociados|associati|associados|consulting|consultants|solutions|systems?|systeme|technolog(?:y|ies|ie)|software|studios?|agency|agentur|agence|agencia|agenzia|kanzlei|cabinet|praxis|klinik\w*|clinic|clinique|clinica|hospital|universit\w+|universidade?|hochschule|institut\w*|instituto|istituto|verlag|bank|banque|banco|banca|versicherung\w*|insurance|assurances?|seguros|immobilien|real estate|immobilier|inmobiliaria|imobiliaria|immobiliare|architekten|architects?|architectes|arquitectos|steuerberatung|werbeagentur|industries|international|werkstatt|backerei|restaurant|ristorante|hotel|foundation|stiftung|fondation|fundacion|fondazione|fundacao|ministry|ministerium|bureau d'etudes|ateliers?|laborator\w+|logisti\w+|bau|ventures|capital|media|labs?)\b/;

/** Words of job titles. */
export const JOB_WORD = new RegExp(
  `\\b(?:${[
    // English
    'ceo|cto|cfo|coo|cmo|cio|cpo|chro|vp|svp|evp|president|chair(?:man|woman|person)?|chief|officer|director|manager|head of',
    'lead|founder|co-?founder|owner|proprietor|partner|principal|engineer|developer|designer|consultant|advisor|adviser|analyst|architect',
    'attorney|lawyer|solicitor|counsel|accountant|auditor|broker|realtor|agent|assistant|associate|coordinator|specialist',
    'sales|marketing|account executive|executive|representative|supervisor|technician|physician|surgeon|dentist|nurse|therapist',
    'professor|lecturer|researcher|scientist|editor|journalist|photographer|producer|writer|teacher|coach|trainer|buyer|planner|strategist',
    // German
    'geschaftsfuhr\\w*|inhaber\\w*|vorstand\\w*|leiter\\w*|\\w*leit(?:er|erin|ung)|prokurist\\w*|berater\\w*|\\w*berater\\w*|\\w*ingenieur\\w*|entwickler\\w*',
    'rechtsanw\\w+|steuerberater\\w*|notar\\w*|architekt\\w*|\\w*arzt|\\w*arztin|\\w*meister\\w*|vertrieb\\w*|verkauf\\w*|einkauf\\w*|referent\\w*|sachbearbeit\\w*',
    'assistenz|sekretar\\w*|grunder\\w*|gesellschafter\\w*|beauftragte\\w*|mitarbeiter\\w*|fotograf\\w*|redakteur\\w*|techniker\\w*|makler\\w*',
    // French
    'directeur|directrice|gerante?|president[e]?|pdg|dg|responsable|chef(?:fe)?|charge[e]? d\\w*|conseill(?:er|ere)|ingenieure?|avocate?|comptable',
    'fondat(?:eur|rice)|consultante?|commercial[e]?|technico|developpeu(?:r|se)|architecte|medecin|redact(?:eur|rice)|assistante|secretaire',
    // Spanish, Italian, Portuguese
    'direct?ora?|diretora?|gerente|jef[ea]|responsable|responsabile|responsavel|presidente|fundadora?|fondat(?:ore|rice)|socio|socia|titolare|titular',
    'ingenier[oa]|ingegnere|engenheir[oa]|abogad[oa]|avvocat[oa]|advogad[oa]|consultora?|consulente|asesora?|assessora?|arquitect[oa]|architetto|arquitet[oa]',
    'medic[oa]|contable|contadora?|commercialista|comercial|vendas|ventas|vendite|amministrat(?:ore|rice)|administradora?|desarrolladora?|sviluppat(?:ore|rice)',
    'desenvolvedora?|disenadora?|progettista|coordinadora?|coordenadora?|coordinat(?:ore|rice)|encargad[oa]|geometra|notaio|dirigente|capo|delegat[oa]|delegad[oa]',
  ].join('|')})\\b`,
);

/** Words of a street or of a place for mail; a line with one and a number is part of an address. */
export const STREET_WORD =
  /(?:(?:^|\s)c\/|^r\.\s|\w*(?:strasse|str\.|str\b|weg\b|gasse|platz|allee|damm\b|ufer\b|chaussee|ring\b|hof\b|markt\b)|\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|bd|lane|ln|drive|dr|court|ct|square|sq|parkway|pkwy|highway|hwy|terrace|suite|ste|floor|building|unit|rue|quai|chemin|impasse|cours|route|allees?|place|faubourg|calle|plaza|pza|paseo|avda|av|avenida|carretera|ctra|camino|poligono|via|viale|piazza|p\.?zza|corso|largo|vicolo|strada|rua|travessa|praca|alameda|rodovia|estrada|p\.? ?o\.? ?box|postfach|bp|apartado|casella postale|caixa postal|cedex)\b)/;

export const COUNTRIES =
  /^(?:deutschland|germany|allemagne|alemania|germania|alemanha|osterreich|austria|autriche|schweiz|suisse|svizzera|switzerland|suiza|france|frankreich|francia|franca|espana|spain|spanien|espagne|spagna|espanha|italia|italy|italien|italie|portugal|brasil|brazil|brasilien|bresil|brasile|usa|u\.s\.a\.?|united states(?: of america)?|united kingdom|uk|england|scotland|wales|ireland|canada|australia|mexico|argentina|chile|colombia|peru|belgium|belgique|belgien|luxembourg|luxemburg|liechtenstein|netherlands)$/;

/** Mail providers, whose name says nothing about the company. */
export const MAIL_PROVIDER =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|freenet|t-online|posteo|mailbox|proton|protonmail|orange|wanadoo|free|laposte|sfr|libero|virgilio|tiscali|alice|terra|telefonica|sapo|uol|bol|ig|bluewin|sunrise|hispeed|zoho|yandex|fastmail)$/;
