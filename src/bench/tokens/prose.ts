import { type Random } from '../../engine/index.ts'
import { stream } from '../../engine/internal.ts'

/** The most frequent words first: later words are drawn less often. */
const COMMON = `the of and to a in that is was it for on with as be at by this had not are but from or have an
they which one you were her all she there would their we him been has when who will more no if out so said what
up its about into than them can only other new some could time these two may then do first any my now such like
our over man me even most made after also did many before must through back years where much your way well down
should because each just those people how too little state good very make world still own see men work long get
here between both life being under never day same another know while last might us great old year off come since
against go came right used take three small set put end does large group number part turn place again asked found
during without however hand high always few until against below behind river table window morning letter market
winter garden bread station kitchen teacher bridge paper stone country village question answer reason corner road
quiet sudden narrow gentle bitter distant ordinary careful broken hollow silver crowded patient honest curious`.split(
  /\s+/,
)

const VERBS = `observe measure connect predict contain respond establish consider transform perform interpret
arrange discover construct maintain describe correct distribute formulate generate operate publish regulate settle
travel wander examine govern invent labour migrate narrate persist question resist surround translate volunteer
weaken compress summarise schedule estimate retrieve allocate configure document evaluate monitor navigate optimise
whisper gather linger borrow harvest scatter embroider hesitate quarrel tremble apologise exaggerate sharpen
wrestle nourish abandon accelerate contradict illuminate reconcile deteriorate sympathise`.split(/\s+/)

const NOUNS =
  `architecture mathematician orchard lighthouse merchant parliament harbour manuscript thunderstorm
apprentice constellation refrigerator neighbourhood inheritance photograph cathedral expedition laboratory
agreement hypothesis temperature percentage newspaper generation philosophy instrument discipline ceremony
landscape vocabulary carpenter passenger philosopher earthquake wilderness cupboard handkerchief chimney
silhouette monastery archive catalogue glacier peninsula marmalade umbrella telegraph locomotive bureaucracy`.split(
    /\s+/,
  )

const NAMES =
  `Amara Bergström Castellanos Dimitriou Eleanor Fitzwilliam Gottfried Harrow Ibrahim Jónsdóttir Kowalski
Lisbon Marseille Nakamura Oyelaran Pemberton Quintero Rosenthal Søren Thessaloniki Ulverston Vasquez Whitcombe
Xiulan Yorkshire Zanzibar`.split(/\s+/)

/** English paragraphs of at least `length` characters: common words often, long words and names rarely. */
export function prose(length: number, seed: number): string {
  const random = stream(seed, 'prose')
  const paragraphs: string[] = []
  for (let written = 0; written < length;) {
    const sentences = Array.from({ length: random.integer(2, 7) }, () => sentence(random))
    const paragraph = sentences.join(' ')
    paragraphs.push(paragraph)
    written += paragraph.length + 2
  }
  return paragraphs.join('\n\n')
}

function sentence(random: Random): string {
  const words = Array.from({ length: random.integer(5, 26) }, () => word(random))
  const first = words[0] ?? ''
  words[0] = first.charAt(0).toUpperCase() + first.slice(1)
  for (let at = random.integer(3, 9); at < words.length - 2; at += random.integer(4, 10)) {
    words[at] += random.pick([',', ',', ',', ',', ';', ':', ' —'])
  }
  const text = words.join(' ')
  const draw = random.uniform()
  if (draw < 0.06) return `“${text},” ${random.pick(['she', 'he'])} said.`
  if (draw < 0.1) return `${text} (${word(random)} ${word(random)}).`
  return text + random.pick(['.', '.', '.', '.', '.', '.', '?', '!', '…'])
}

function word(random: Random): string {
  const draw = random.uniform()
  if (draw < 0.74) {
    const skewed = random.uniform()
    return COMMON[Math.floor(skewed * skewed * COMMON.length)] ?? 'the'
  }
  if (draw < 0.85) return inflected(random.pick(VERBS), random)
  if (draw < 0.93) return random.pick(NOUNS)
  if (draw < 0.97) return random.pick(NAMES)
  if (draw < 0.985)
    return random.pick(["don't", "it's", "they'd", "we've", "I'm", "she'll", "wasn't", "you're"])
  return random.pick([
    () => String(random.integer(1, 31)),
    () => String(random.integer(1700, 2030)),
    () => `${random.integer(1, 999)},${String(random.integer(0, 999)).padStart(3, '0')}`,
    () => `${random.integer(0, 99)}.${random.integer(0, 99)}%`,
  ])()
}

function inflected(verb: string, random: Random): string {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb
  return random.pick([verb, `${verb}s`, `${stem}ed`, `${stem}ing`, `${stem}er`, `un${stem}ed`])
}
