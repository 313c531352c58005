import type { Tongue } from '../../../engine/internal.ts'

const GERMAN: Tongue = {
  begins: [
    `(?:nie(?:mals)?|kein\\p{L}*|nix|nichts|nicht|auf keinen fall|bloß (?:nicht|kein\\p{L}*)|nur|ausschließlich|ohne|bitte (?:nicht|kein\\p{L}*|nix|nur)|kürzer|weniger|halt(?:e|et)? (?:dich|euch|es)|finger weg)(?! (?:schlecht|schlimm|wahr|sicher|so schlimm|problem\\p{L}*|ahnung|sorge|wunder))`,
  ],
  has: [
    `(?:darf|dürfen|dürft|soll(?:te|ten|en|st)?|muss|müssen|(?<!ich )kann|können) (?:.{0,50} )?(?:nicht|kein\\p{L}*|nix|nie(?:mals)?|auf keinen fall|bleiben|sein)|tabu|verboten|kommt nicht in ?frage|geht (?:gar )?nicht(?! an| auf)|bleib(?:t|en) (?:so|wie|weg|drin|draußen|zu)|in ruhe lassen|lass(?:t)? .{2,30} (?:weg|in ruhe|so)`,
    `\\p{L}*allerg\\p{L}+|\\p{L}*unverträglich\\p{L}*|zöliakie|farbenblind|schwanger|verträg\\p{L}+|(?:mag|mögen|isst|essen|trinkt|will|wollen|möchte|möchten|hasse|hasst|brauche) (?:.{0,30} )?(?:kein\\p{L}*|nicht|nix|nie|nur|lieber)|hasse|lieber (?!gott|herr)|(?:bitte|plan\\p{L}*|mach\\p{L}*|schreib\\p{L}*|nimm|nehm\\p{L}*) (?:.{0,30} )?(?:nicht|kein\\p{L}*|nix|nie|nur)`,
  ],
  holds: [
    `ab (?:jetzt|sofort)|überall|immer nur|jedes mal vorher|ohne (?:rückfrage|mich)|nicht mehr|kein\\p{L}* .{0,30} mehr`,
  ],
  bound: [`höchstens|maximal|max\\.?|nicht mehr als|mehr als|unter|bis zu|nicht über`],
  undone: [
    `(?:muss|müssen|sollte|sollten|brauch\\p{L}*|fehl\\p{L}+|steht|stehen|warte\\p{L}*|hab\\p{L}*) (?:.{0,40} )?noch|noch (?:nicht|kein\\p{L}*|offen|ausstehend|zu|mal|\\p{L}+en$)|ich muss|wir müssen|muss ich|müssen wir|jemand muss|erinner\\p{L}* mich|nicht vergessen|offen ist`,
  ],
  decides: [
    `(?:nehmen|machen|streichen|lassen|bleiben|behalten) wir|wir (?:nehmen|machen|streichen|lassen|bleiben|behalten|fahren|gehen)|ich nehm\\p{L}*|dann (?:nehm|mach|lass|bleib)\\p{L}*|abgemacht|entschieden|einverstanden|gebongt`,
  ],
  agrees: [`ja|ok|passt|alles klar|geht klar|jo|gut`],
  takes: [`ja|passt|dann|bitte`],
  elsewhere: [
    `(?:sagt|sagte|sagen|meint|meinte|meinen|schreibt|schrieb|steht|laut|heißt es|behauptet|fand)(?= |:|,)|früher|damals|als ich|letzte[sn]? (?:jahr|mal|monat|woche)|wenn (?:wir|ich|es|man) .{0,40}(?:hätte|wäre|würd)|würd\\p{L}*|hätte\\p{L}*|wäre\\p{L}*|angenommen|was wenn|hab(?:e|en)? (?:ich|wir) (?:nie|immer)|ich hab(?:e)? (?:nie|immer)`,
  ],
}
const FRENCH: Tongue = {
  begins: [
    `(?:pas d[e'u]|pas plus|pas avant|pas après|jamais|aucun\\p{L}*|rien (?:de|que|avant|après)|zéro|sans|uniquement|seulement|ne |n'(?!importe)|évite\\p{L}*|arrête\\p{L}*|plus (?:court|simple|de )|moins (?:de |long|formel))(?! ?(?:souci|problème|grave|mal))`,
  ],
  has: [
    `(?:doit|doivent|peut|peuvent|faut|veut|veulent|veux|mange|mangent|boit|supporte|aime|aimons|voulons) (?:surtout |vraiment )?(?:pas|jamais|plus|aucun\\p{L}*|rien)|ne .{1,30} que |interdit\\p{L}*|hors de question|pas question|on (?:ne )?touche pas|intouchable|laisse\\p{L}* .{2,30} tranquille|doit rester|doivent rester`,
    `allerg\\p{L}+|intoléran\\p{L}+|cœliaque|diabétique|asthmatique|daltonien\\p{L}*|enceinte|végétarien\\p{L}*|végane?|je (?:préfère|déteste)|préfér\\p{L}+|déteste\\p{L}*|j'aime pas|plutôt (?:sans|pas)|tutoie\\p{L}*|vouvoie\\p{L}*`,
  ],
  holds: [
    `désormais|à partir de maintenant|dorénavant|partout|à chaque fois|toujours (?:me|en|le|la|les|avec|demander)|sans (?:me |m'|mon )`,
  ],
  bound: [`(?:au )?max(?:imum)?\\.?|au plus|pas plus de|moins de|jusqu'à|en dessous de|sous les`],
  undone: [
    `(?:je|on|tu|vous|nous) (?:dois|doit|devons|devez|devrai\\p{L}*)(?! pas)|il (?:me |nous )?(?:reste|manque|faut)(?! pas)|faut (?:que|encore|aussi)|reste à|pas encore|toujours pas|rappelle\\p{L}*-moi|n'oublie\\p{L}* pas|à faire|en attente|manque (?:encore|toujours)`,
  ],
  decides: [
    `on (?:prend|part|fait|garde|va|reste)|d'accord|va pour|allons-y|c'est (?:décidé|bon|parti)|je prends|prenons|gardons|vas-y|adjugé`,
  ],
  agrees: [`oui|ok|parfait|entendu|d'accord`],
  takes: [`oui|alors|ça marche|ça me va`],
  elsewhere: [
    `(?:dit|dis|disait|disent|écrit|selon|d'après|prétend|raconte|paraît)(?= |:|,)|avant(?= j| on| nous|,)|autrefois|à l'époque|quand (?:j'étais|j'avais|on)|l'an(?:née)? derni\\p{L}+|si (?:j'étais|j'avais|on avait|c'était|on)|j'aurais|serait|et si`,
  ],
}
const SPANISH: Tongue = {
  begins: [
    `(?:nada de|ni un[ao]?|nunca|jamás|ningun\\p{L}+|ningún|sin |cero |solo |sólo |únicamente|no (?:me|le|lo|la|los|las|les|nos|te|se) \\p{L}+[ae][sn]?|no (?:us|pong|hag|mand|toqu|añad|incluy|escrib|dig|cambi|borr|enví|met|compr|llam|habl|mencion|repit|reserv|gast|pid|us)[ae](?:s|n|is|mos)?|no más de|evita\\p{L}*|deja de|más (?:corto|breve|simple)|menos \\p{L}+)(?! ?(?:problema|quieres|puedes|sabes|crees|tienes|hables|embargo))`,
  ],
  has: [
    `(?:no|nunca|jamás|tampoco|ni) (?:se )?(?:(?:puede|pueden|debe|deben) \\p{L}+r|come|comen|bebe|quiere|quieren|queremos|quiero|soporta|soporto|me gusta\\p{L}*|le gusta\\p{L}*|podemos)|\\p{L}{3,}[oa]s no(?=$|,)|prohibid[oa]s?|intocable|ni hablar|ni se te ocurra|no se toca\\p{L}*|deja\\p{L}* .{2,30} (?:en paz|como está\\p{L}*)|(?:se queda|se quedan|tiene que ser|tienen que ser|que (?:sea|sean|suene|suenen))`,
    `al[eé]rgic\\p{L}+|alergia|intoleran\\p{L}+|celíac[oa]|diabétic[oa]|asmátic[oa]|daltónic[oa]|embarazada|vegetarian[oa]|vegan[oa]|prefiero|preferimos|odio|odia|mejor (?:sin|no)|nada de`,
  ],
  holds: [
    `a partir de ahora|de ahora en adelante|siempre (?:en|con|me|que)|en todas partes|en ningún|cada vez que|ya no|sin (?:preguntar|avisar)|se acaba`,
  ],
  bound: [`máximo|como mucho|como máximo|no más de|menos de|hasta|por debajo de`],
  undone: [
    `falta\\p{L}*|queda\\p{L}* por|me queda|(?:tengo|tenemos|tienes|tiene) que(?! ser)|hay que(?! no)|(?:aún|todavía) no|pendiente\\p{L}*|recuérdame|acuérdate|por hacer|(?:debo|debería)(?! ser)|sin (?:pagar|firmar|confirmar)`,
  ],
  decides: [
    `nos quedamos con|me quedo con|decidid[oa]|de acuerdo|vamos con|elegimos|elijo|que sea|adelante|pues (?:nos|la|el|lo|vamos)|hecho$|cogemos|hacemos`,
  ],
  agrees: [`vale|sí|ok|perfecto|venga|pues`],
  takes: [`sí|vale|entonces|mejor`],
  elsewhere: [
    `(?:dice|dicen|dijo|decía|pone|según|escribió|cuenta|opina)(?= |:|,)|antes(?= |,)|cuando (?:era|tenía|vivía)|el año pasado|solía\\p{L}*|de niñ[oa]|si (?:fuera|tuviera|tuviéramos|yo|pudiera)|y si|habría|haría`,
  ],
}
const ITALIAN: Tongue = {
  begins: [
    `(?:niente|nessun\\p{L}*|mai|senza|zero|solo|soltanto|non (?:\\p{L}+re|\\p{L}+rmi|\\p{L}+rlo|\\p{L}+rci|più di)(?!\\p{L})|evita\\p{L}*|basta|smetti\\p{L}*|più (?:corto|breve|semplice)|meno \\p{L}+)(?! ?(?:problem\\p{L}*|paura|male))`,
  ],
  has: [
    `(?:non|mai) (?:si )?(?:deve|devono|può|possono|mangia|mangiano|beve|vuole|vogliono|vogliamo|voglio|sopporta|sopporto|mi piac\\p{L}+|tocca)|vietat[oai]|proibit[oai]|fuori discussione|non se ne parla|intoccabil\\p{L}|lascia\\p{L}* (?:stare|.{2,30} (?:stare|così|in pace))|deve restare|deve essere|devono essere`,
    `allergic\\p{L}+|allergia|intolleran\\p{L}+|celiac\\p{L}|diabetic[oa]|asmatic[oa]|daltonic[oa]|incinta|vegetarian[oa]|vegan[oa]|preferisco|preferiamo|odio|odia|detesto|meglio (?:senza|non)`,
  ],
  holds: [`d'ora in (?:poi|avanti)|ovunque|dappertutto|sempre (?:in|con|prima)|ogni volta|non .{2,40} più`],
  bound: [`massimo|al massimo|non più di|meno di|fino a|sotto i|entro`],
  undone: [
    `(?:devo|dobbiamo|bisogna|devi)(?! essere)|manca\\p{L}*|resta da|(?:non )?ancora (?:da|non)|non (?:\\p{L}+ )?ancora|da fare|ricordami|in sospeso|non (?:dimentica\\p{L}+|scorda\\p{L}+)`,
  ],
  decides: [
    `prendiamo|facciamo|andiamo (?:con|per|di)|va bene|d'accordo|deciso|scelgo|scegliamo|teniamo|vada per|aggiudicato`,
  ],
  agrees: [`sì|ok|perfetto|certo|allora`],
  takes: [`sì|va bene|allora`],
  elsewhere: [
    `(?:dice|dicono|ha detto|diceva|scrive|c'è scritto|secondo|sostiene)(?= |:|,)|una volta|quando (?:ero|avevo|vivevo)|l'anno scorso|da (?:bambin[oa]|piccol[oa])|se (?:fossi|avessi|avessimo|fosse)|e se|avrei|sarebbe`,
  ],
}
const PORTUGUESE: Tongue = {
  begins: [
    `(?:nada de|nenhum\\p{L}*|nunca|jamais|sem |zero |só |somente|apenas|não (?:me |o |a |os |as |se )?\\p{L}+(?:e|a|es|as|em|am)(?!\\p{L})|não mais de|evit\\p{L}+|par[ea] de|mais (?:curto|simples)|menos \\p{L}+)(?! ?(?:problema|quer|tem|precisa|é|está|era|sabe|acha))`,
  ],
  has: [
    `(?:não|nunca|jamais|nem) (?:se )?(?:pode|podem|deve|devem|come|comem|bebe|quer|querem|queremos|quero|gosto|gosta|suporto|suporta)|proibid[oa]s?|nem pensar|fora de questão|intocável|deix[ae]\\p{L}* .{2,30} (?:em paz|como está)|tem (?:que|de) ser|têm (?:que|de) ser|fica como está`,
    `alérgic\\p{L}+|alergia|intoleran\\p{L}+|celíac[oa]|diabétic[oa]|asmátic[oa]|daltônic[oa]|daltónic[oa]|grávida|vegetarian[oa]|vegan[oa]|prefiro|preferimos|odeio|odeia|detesto|melhor (?:sem|não)`,
  ],
  holds: [
    `a partir de agora|daqui (?:pra|para) (?:a )?frente|sempre (?:em|com|que|me)|em (?:todo|nenhum) lugar|(?:já )?não .{2,40} mais|sem (?:perguntar|avisar)`,
  ],
  bound: [`(?:no )?máximo|não mais (?:de|que)|menos de|até|abaixo de`],
  undone: [
    `falta\\p{L}*|(?:tenho|temos|tem|preciso|precisamos) (?:que|de)?(?! ser)|ainda (?:não|tenho|falta|preciso)|pendente\\p{L}*|me lembr\\p{L}+|lembra-me|por fazer|não (?:esque\\p{L}+)`,
  ],
  decides: [
    `vamos (?:com|de|nessa|fazer|ficar)|fechado|combinado|fic(?:o|amos) com|decidid[oa]|pode ser|bora|escolho|está decidido`,
  ],
  agrees: [`sim|tá|ok|beleza|certo|então`],
  takes: [`sim|então|pode ser`],
  elsewhere: [
    `(?:diz|dizem|disse|dizia|segundo|escreveu|acha que)(?= |:|,)|antigamente|quando (?:eu )?(?:era|tinha|morava)|(?:no )?ano passado|costumava|se (?:eu )?(?:fosse|tivesse)|e se|teria|seria`,
  ],
}
const DUTCH: Tongue = {
  begins: [
    `(?:geen|nooit|niet|niks|niets|zonder|alleen|enkel|uitsluitend|graag (?:geen|niet)|stop met|vermijd|korter|minder)(?! ?(?:probleem|idee|zorgen|erg|slecht|zeker|waar))`,
  ],
  has: [
    `(?:mag|mogen|moet|moeten|kan|kunnen|hoeft|wil|willen|eet|drinkt|lust|verdraagt) (?:.{0,40} )?(?:niet|geen|nooit|niks|blijven|zijn)|verboden|taboe|geen sprake van|blijf\\p{L}* (?:van|af|weg|zo)|laat .{2,30} (?:met rust|zo|weg)`,
    `allergi\\p{L}+|allergisch|intoleran\\p{L}+|coeliakie|diabeet|diabetes|kleurenblind|zwanger|vegetari\\p{L}+|veganist\\p{L}*|liever|ik (?:haat|hou niet)|hekel aan`,
  ],
  holds: [
    `vanaf nu|voortaan|overal|altijd (?:eerst|in|met)|telkens|niet meer|geen .{0,30} meer|zonder te vragen`,
  ],
  bound: [`maximaal|max\\.?|hooguit|hoogstens|niet meer dan|minder dan|onder de|tot en met`],
  undone: [
    `(?:moet|moeten) (?:ik|we|je|nog)|(?:ik|we|iemand) (?:moet|moeten)|nog (?:niet|geen|te|steeds|moeten|even)|herinner me|niet vergeten|openstaand|ontbreekt`,
  ],
  decides: [
    `we (?:nemen|doen|gaan|houden)|doe maar|akkoord|afgesproken|laten we|dan (?:nemen|doen|gaan) we|besloten|ik neem`,
  ],
  agrees: [`ja|prima|oké|ok|goed`],
  takes: [`ja|prima|dan|graag`],
  elsewhere: [
    `(?:zegt|zei|zeggen|schreef|schrijft|volgens|vindt|staat)(?= |:|,)|vroeger|toen (?:ik|we)|vorig\\p{L}* (?:jaar|keer|week)|destijds|als (?:ik|we) .{0,40}(?:was|had|zou)|zou\\p{L}*|wat als|stel dat`,
  ],
}

/** Languages whose words have edges. */
export const OTHERS: readonly Tongue[] = [GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH]

/** Languages that are written without spaces: their words are found anywhere. */
export const UNSPACED: readonly Tongue[] = [
  {
    begins: [`必ず|なるべく|できるだけ`],
    has: [
      `ないで|ないように|ません?ように|禁止|だめ|ダメ|不可|NG|なしで|抜きで|てはいけ|ては困|避けて|控えて|やめて|アレルギー|苦手|嫌い|たくない|ほしくない|無理な|食べられな|飲めな|使えな|でお願い|感じで|だけに|のみで|ほうがいい|方がいい|今後は|これからは|毎回|すべて.{0,8}で|出さない|触らない|変えない`,
    ],
    holds: [],
    bound: [`最大|多くても|せいぜい`],
    undone: [
      `まだ|後で|あとで|しなきゃ|なきゃ|しないと|なければ|なくては|忘れずに|忘れないように|未定|未着手|未提出|未払|リマインド|残って`,
    ],
    decides: [
      `にする|にします|にしよう|にしました|で決まり|でいきま|ましょう|決定|決めました|決めた|もらおう|頼もう|買おう|行こう|やろう`,
    ],
    agrees: [],
    takes: [],
    elsewhere: [`以前|昔は?|前は|もし|って言って|と言って|と言われ|と書いて|によると|らしい|だったら|のに`],
  },
  {
    begins: [`只能|必须|一定要|不用`],
    has: [
      `别(?!的|人|处|说|墅)|不要|不能|不得|禁止|不许|不准|千万|勿|不可以|过敏|哮喘|不吃|不喝|不喜欢|不想|讨厌|宁愿|最好(?:别|不|是)|受不了|一律|从现在起|今后|每次都|以后都|不超过|以内|不再|太长|短一点|简短|都用|统一`,
    ],
    holds: [],
    bound: [`最多|不超过|至多`],
    undone: [`还(?:没|要|得|需|差|缺)|没(?:交|做|订|买|写|签|定)|待办|提醒我|记得|尚未|有待|得去`],
    decides: [`吧[。!！]?$|就(?:用|选|这|做|定|要)|决定|定了|那就|选了`],
    agrees: [`好|行|可以`],
    takes: [],
    elsewhere: [
      `以前|过去|小时候|当年|从来|要是|如果我|假如|万一|[说写上][^，。]{0,8}[「“"]|听说|据说|说(?=一定|不能|要|别)`,
    ],
  },
]
