import { readingsOf } from './readings.ts'

/** What may give a person or an access away, in the order in which kinds are listed. */
export const SECRET_KINDS = Object.freeze([
  'private-key',
  'api-key',
  'jwt',
  'authorization',
  'password',
  'email',
  'ip',
  'user',
] as const)
export type SecretKind = (typeof SECRET_KINDS)[number]

/** A secret in a text: where it begins and ends. */
export interface SecretPlace {
  readonly kind: SecretKind
  readonly from: number
  readonly to: number
}

interface Detector {
  readonly kind: SecretKind
  /**
   * Linear in the text: it begins at few places, because of what is before it, each part is bounded or a single class,
   * and no two alternatives of a repetition begin alike. A group named `secret` is what is replaced, the whole match without one.
   */
  readonly pattern: RegExp
  /** Further conditions; missing: none. */
  readonly isSecret?: (secret: string, found: Found) => boolean
}

interface Found {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly match: RegExpMatchArray
}

/** Keys and tokens that their makers gave a beginning, or a form, of their own. Each begins where a word does. */
const KEYS: readonly RegExp[] = [
  // Where code is kept, built and published
  /(?<![\w-])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|gl(?:pat|ptt|rt|dt|cbt|ft|ffct|imt|agent|oas|soat|rtr|wt)-[\w.-]{20,}|GR1348941[\w-]{20,}|npm_[A-Za-z0-9]{36}|pypi-[\w-]{40,}|rubygems_[a-f0-9]{48}|CLOJARS_[A-Za-z0-9]{60}|AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59}|sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}|sntry[su]_[\w+/=]{40,}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|API-[A-Z0-9]{26}(?!\w)|rdme_[a-z0-9]{70}|sqp_[a-f0-9]{40})/g,
  // Models and what agents use beside them
  /(?<![\w-])(?:hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z]{34}|gsk_[A-Za-z0-9]{32,}|xai-[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{37}|nvapi-[\w-]{60,}|lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}|tvly-[\w-]{28,}|fc-[a-f0-9]{32}|jina_[A-Za-z0-9]{50,}|pcsk_[A-Za-z0-9_]{40,}|tgp_v1_[\w-]{40,}|csk-[a-z0-9]{40,}|BSA[\w-]{28}(?!\w)|pk-lf-[a-f0-9-]{36})/g,
  // Clouds
  /(?<![\w-])(?:(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![\w-])|ABSK[A-Za-z0-9+/]{100,}={0,2}|bedrock-api-key-[\w+/=]{20,}|AIza[\w-]{35}(?![\w-])|ya29\.[\w-]{20,}|LTAI[A-Za-z0-9]{20}(?!\w)|do[opr]_v1_[a-f0-9]{64}|dapi[a-f0-9]{32}(?:-\d)?(?!\w)|hv[sbr]\.[\w-]{24,}|[a-z0-9A-Z]{14}\.atlasv1\.[\w=-]{60,70}|HRKU-[\w-]{36,}|fo1_[\w-]{43}|fm[12][ar]?_[\w+/=]{100,}|sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,}|pscale_(?:tkn|oauth|pw)_[\w=.-]{32,}|sha256~[\w-]{43}|v1\.0-[a-f0-9]{24}-[a-f0-9]{146}|AQVN[\w-]{35,38}|YC[\w-]{38}(?![\w-])|t1\.[A-Z0-9a-z_-]{1,60}\.[\w-]{80,90}={0,2}|pnu_[A-Za-z0-9]{36}|pul-[a-f0-9]{40}|tk-us-[\w-]{48})/g,
  // Messages, shops, payments, measures, passwords
  /(?<![\w-])(?:xox[abdeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}|xapp-\d-[A-Z0-9]{5,}-\d{3,}-[A-Za-z0-9]{5,}|SG\.[\w=.-]{20,66}|key-[a-f0-9]{32}(?!\w)|SK[a-fA-F0-9]{32}(?!\w)|xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}|\d{5,16}:A[\w-]{34}(?![\w-])|[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{24,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|shippo_(?:live|test)_[a-fA-F0-9]{40}|sq0(?:csp|atp|idp)-[\w-]{22,}|EAAA[\w-]{22,60}(?![\w-])|EAA[A-Z0-9a-z]{90,}|EZ[AT]K[A-Za-z0-9]{54}|FLW(?:SECK|PUBK)(?:_TEST)?-[a-z0-9]{12,32}(?:-X)?|duffel_(?:test|live)_[\w=-]{43}|lin_(?:api|oauth)_[A-Za-z0-9]{32,}|ntn_[A-Za-z0-9]{40,}|pat[A-Za-z0-9]{14}\.[a-f0-9]{64}|tfp_[\w.=-]{50,}|fio-u-[\w=-]{64}|dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9.]{40,}|dt0c01\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}|gl(?:c|sa)_[\w+/=]{30,}|NRAK-[A-Za-z0-9]{27}|NRJS-[a-f0-9]{19}|NRII-[\w-]{32}|(?:pat|sat)\.[\w-]{22}\.[\da-zA-Z]{24}\.[\da-zA-Z]{20}|eyJrIjoi[A-Za-z0-9]{70,}={0,3}|AGE-SECRET-KEY-[1][0-9A-Z]{58}|ops_eyJ[\w+/=]{200,}|A3-[A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5}){3,4}|ph[cx]_[A-Za-z0-9]{40,}|sm_(?:aat|pat|sat)_[A-Za-z0-9]{16}|s-s4t2(?:ud|af)-[a-f0-9]{64}|p8e-[a-z0-9]{32}|dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}|ico-[A-Za-z0-9]{32}|[0-9a-f]{32}-us\d{1,2}(?!\w))/g,
  // Of Microsoft's directory: no beginning, but a sign in the middle
  /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
]

/** Of one place, the first detector counts: the more specific come first. */
const DETECTORS: readonly Detector[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s:,.]|\\[nrt]|-(?!-)){24,16384}(?:-----END [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g },
  {
    kind: 'api-key',
    pattern: /(?<![\w-])(?:sk-ant-|sk-proj-|sk-or-|sk-)[\w-]{20,}/g,
    // A class name may begin so; a key is random.
    isSecret: (secret) => /\d/.test(secret) && (/[A-Z]/.test(secret) || /[a-z0-9]{24}/.test(secret)),
  },
  ...KEYS.map((pattern) => ({ kind: 'api-key' as const, pattern })),
  // The path of an address that everybody may post to who knows it.
  {
    kind: 'api-key',
    pattern:
      /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks|[\w-]{1,63}\.webhook\.office\.com\/webhookb2)\/(?<secret>[\w/@+-]{20,400})/g,
  },
  {
    kind: 'authorization',
    pattern:
      /\b(?:authorization|x-api-key|api-key|subscription-key|(?:auth|access|private|session|vault)-token)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:(?:bearer|basic|token|apikey):?\s{1,4})?(?<secret>[\w.~+/=-]{8,})/gi,
    isSecret: isNoName,
  },
  // Digest username="…", response="…"
  {
    kind: 'authorization',
    pattern:
      /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?[A-Za-z][\w-]{1,32}\s{1,4}(?<secret>[\w-]{1,32}=(?:"[^"\n]{0,512}"|[^\s"',]{1,512})(?:,\s{0,4}[\w-]{1,32}=(?:"[^"\n]{0,512}"|[^\s"',]{1,512})){0,16})/gi,
    isSecret: (secret) => (secret.match(/[\w+/-]{16,}/g) ?? []).some(isRandom),
  },
  // Of any other scheme: Negotiate YIIa…, SharedKey account:…
  {
    kind: 'authorization',
    pattern:
      /\bauthorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?[A-Za-z][\w-]{1,32}:?\s{1,4}(?<secret>(?:[\w.-]{1,64}:)?[\w.~+/=-]{16,})/gi,
    isSecret: (secret) =>
      isRandom(secret) || (secret.length >= 24 && /[A-Z]{2}/.test(secret) && /[a-z]/.test(secret)),
  },
  {
    kind: 'authorization',
    pattern: /\bbearer\s{1,4}(?<secret>[\w.~+/=-]{16,})/gi,
    isSecret: (secret) => /\d/.test(secret),
  },
  {
    kind: 'authorization',
    pattern: /\bcookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<secret>[\w.%+-]{1,64}=[^"'\\\n]{4,2000})/gi,
    isSecret: (secret) => /\d/.test(secret),
  },
  // What makes an address of a cloud's file open to whoever has it.
  {
    kind: 'authorization',
    pattern: /[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=(?<secret>[\w%+/=-]{20,400})/g,
  },
  // The password of an address: https://user:password@host
  {
    kind: 'password',
    pattern: /:\/\/[^\s:/@"'<>]{0,64}:(?<secret>[^\s/"'<>]{1,128})@/g,
    isSecret: (secret) => !isReference(secret),
  },
  // A token instead of both: https://token@host
  { kind: 'password', pattern: /:\/\/(?<secret>[\w.~-]{16,200})@/g, isSecret: isRandom },
  // In quotes all of it, with its spaces and signs.
  {
    kind: 'password',
    pattern:
      /(?:password|passwd|pwd|passphrase|secret|(?:db|user|smtp|e?mail|mysql|postgres|redis|ftp|ssh|proxy|root|admin|login|http)_?pass)["']?\s{0,4}[=:]\s{0,4}(?<quote>["'])(?<secret>(?:(?!\k<quote>)[^\\\n]|\\[^\n]|(?=\k<quote>)'\\''|\k<quote>{2}){4,200})(?=\k<quote>)/gi,
    isSecret: (secret, { match }) =>
      !/^\s|[(;]$/.test(secret) && isValue(secret) && !isFolder(match[0], secret),
  },
  {
    kind: 'password',
    pattern: /\blogin\s{1,4}[^\s"']{1,64}\s{1,4}password\s{1,4}(?<secret>[^\s"'<]{3,128})/g,
    isSecret: (secret) => /\d/.test(secret),
  },
  {
    kind: 'password',
    pattern:
      /(?:password|passwd|pwd|passphrase|secret|(?:db|user|smtp|e?mail|mysql|postgres|redis|ftp|ssh|proxy|root|admin|login|http)_?pass|api[_-]?key|access[_-]?key|(?:access|auth|refresh|private|session)[_-]?token|secret[_-]?key)\\?["']?(?<sign>\s{0,4}[=:]\s{0,4})(?<quote>\\?["'])?(?<secret>[^\s"'`\\,;&<>(){}[\]$|]{4,1000})/gi,
    isSecret: isPassword,
  },
  // `GITLAB_TOKEN=…`, `"clientSecret": "…"`: a value without a form of its own, but random
  {
    kind: 'password',
    pattern:
      /(?:[Tt]oken|TOKEN|[Ss]ecret|SECRET|[Cc]redential|CREDENTIAL|[_-]key|[a-z]Key|_KEY)\\?["']?\s{0,4}[=:]\s{0,4}(?:\\?["'])?(?<secret>[\w+/=.~-]{16,400})(?![\w(])/g,
    isSecret: isRandom,
  },
  // curl -u name:password
  {
    kind: 'password',
    pattern:
      /\bcurl\b(?:[^\n\\]|\\\n|\\){0,400}?\s(?:-[fsSkLivgGINO]{0,6}[uU]\s?|--(?:proxy-)?user[\s=])(?<quote>["'])[^\s:"'$]{1,64}:(?<secret>[^"'$<\n]{3,128})(?=\k<quote>)/g,
  },
  {
    kind: 'password',
    pattern:
      /\bcurl\b(?:[^\n\\]|\\\n|\\){0,400}?\s(?:-[fsSkLivgGINO]{0,6}[uU]\s?|--(?:proxy-)?user[\s=])["']?[^\s:"'$]{1,64}:(?<secret>[^\s"'$<]{3,128})/g,
  },
  // Of other commands, as an argument
  {
    kind: 'password',
    pattern:
      /\b(?:sshpass\s|(?:docker|podman|registry)\slogin\b[^\n|;&]{0,200}?\s)-p\s{0,2}["']?(?<secret>[^\s"'$<]{4,128})/g,
  },
  {
    kind: 'password',
    pattern: /\b(?:mysql(?:dump|admin)?|mariadb)\s(?:[^\n|;&]{0,200}?\s)?-p["']?(?<secret>[^\s"'$<]{4,128})/g,
  },
  {
    kind: 'email',
    pattern:
      /(?<![\p{L}\w.%+-])(?<local>[\p{L}0-9_](?:[\p{L}\w.%+-]|(?<=\p{L})'(?=\p{L})){0,63}?)(?:@|%40)(?<domain>(?:[\p{L}0-9-]{1,63}\.){1,8})(?<top>\p{L}{2,24})(?![\p{L}\w-])/gu,
    isSecret: (_, { match, text, to }) => {
      const { local = '', domain = '', top = '' } = match.groups ?? {}
      if (PEOPLE_OF_NOBODY.has(local.toLowerCase())) return false
      // A file called after an address: ada@lovelace.org.json
      const isNamed = /^\D.*\..*\.$/.test(domain)
      if (FILE_ENDINGS.has(top.toLowerCase()) && !isNamed) return false
      // git@host:path, and the domains that are reserved for examples.
      return !(local === 'git' && text[to] === ':') && !/[@.]example\.(?:com|org|net)$/i.test(match[0])
    },
  },
  {
    kind: 'ip',
    pattern: /(?<![\w.+~^-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g,
    isSecret: isAddress,
  },
  {
    kind: 'ip',
    pattern: /(?<![\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:.])/g,
    isSecret: isLongAddress,
  },
  {
    kind: 'user',
    pattern:
      /(?<![\w.)~-])(?:\/mnt\/[a-z]|\/[a-z]|[A-Za-z]:|\/System\/Volumes\/Data|\/Volumes\/[^\\/\n]{1,64}|\/var|\/usr|\/host_mnt|\/run\/desktop\/mnt\/host\/[a-z]|(?:file|s?ftp|ssh|vscode-[a-z-]{1,16}):\/\/[^\s/]{1,100}|[\\/]{2,4}wsl[$.][\w.]{0,16}[\\/]{1,4}[\w.-]{1,63})?[\\/]{1,4}(?:home|Users)[\\/]{1,4}(?<secret>[^\\/:*?"'`<>|\s,;()[\]{}$&%]{1,64}(?: [A-Z][^\\/:*?"'`<>|\s,;()[\]{}$&%]{0,63}(?=[\\/]))?)/g,
    isSecret: isPerson,
  },
  // Folders of people elsewhere: on another disk, in a share of a network, of another person on this machine
  {
    kind: 'user',
    pattern:
      /(?<![\w.)~-])(?:[\\/](?:export|data|srv|nas|net|media|mnt|vol(?:ume)?s?)|[\\/]{2,4}[\w.-]{1,63}|[A-Za-z]:)[\\/]{1,4}(?:home|[Uu]sers|[Pp]rofiles|Documents and Settings)[\\/]{1,4}(?<secret>[^\\/:*?"'`<>|\s,;()[\]{}$&%]{1,64})/g,
    isSecret: (name) => /\p{L}/u.test(name) && isPerson(name),
  },
  { kind: 'user', pattern: /(?<![^\s"'`=:(])~(?<secret>[a-z_][a-z0-9_-]{1,31})(?=\/)/g, isSecret: isPerson },
  // A path as the name of a folder: -home-alice-project, C--Users-alice
  {
    kind: 'user',
    pattern: /(?<![\w-])(?:[A-Za-z]-|-mnt-[a-z]|-var)?-(?:home|Users)-(?<secret>\w{1,64})(?=-)/g,
    isSecret: isPerson,
  },
  {
    kind: 'user',
    pattern: /(?<=[\\/])(?:[A-Za-z]-|-mnt-[a-z]|-var)?-(?:home|Users)-(?<secret>\w{1,64})(?![\w-])/g,
    isSecret: isPerson,
  },
]

/** Local parts of addresses that reach no person. */
const PEOPLE_OF_NOBODY: ReadonlySet<string> = new Set(['noreply', 'no-reply', 'donotreply'])

/** `icon@2x.png` is a file. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  'png jpg jpeg gif svg webp avif ico bmp pdf js mjs ts tsx jsx css html json yaml yml txt map'.split(' '),
)

/** Home folders of machines and of examples. */
const NO_PEOPLE: ReadonlySet<string> = new Set(
  'shared public default all user username users you me name runner node app ubuntu debian vscode codespace circleci root git www-data guest linuxbrew home index'.split(
    ' ',
  ),
)

function isPerson(name: string): boolean {
  if (NO_PEOPLE.has(name.toLowerCase()) || !/[\p{L}\d]/u.test(name)) return false
  // A page of a site: /home/index.html
  return !/\.(?:html?|php|jsx?|tsx?|css|vue|svelte|json|md)$/i.test(name)
}

/** Words that stand where a password would, in code and in documentation. */
const NO_PASSWORDS =
  /^(?:none|null|nil|true|false|undefined|string|str|text|number|any|unknown|optional|required|password|passwd|secret|token|changeme|redacted|example|your[_-].*|process\.env.*|os\.(?:environ|getenv).*|env\..*|self\..*|this\..*|config\..*|x{3,}|\*{3,}|\.{3,}|-{3,}|[_-]+)$/i

/** The name of a variable, or a place that a template fills. */
function isReference(text: string): boolean {
  return /\$\{|\{\{|^\{\w*\}$|^\$(?:[A-Z_][A-Z0-9_]*|[a-z_]+)$|^\$\(|^<[^<>]*>$|^%\w+%?$/.test(text)
}

/** PWD is also the folder of a shell. */
function isFolder(key: string, value: string): boolean {
  return /^pwd/i.test(key) && /^(?:[A-Za-z]:)?[\\/~]/.test(value)
}

/** What stands where a password does, as a whole. */
function isValue(secret: string): boolean {
  return !NO_PASSWORDS.test(secret) && !isReference(secret)
}

function isPassword(secret: string, { match, text, to }: Found): boolean {
  if (NO_PASSWORDS.test(secret) || isFolder(match[0], secret)) return false
  const { sign = '', quote } = match.groups ?? {}
  const next = text[to] ?? ''
  if (quote !== undefined) return next !== '$' && next !== '{'
  // `password = getPassword()`, `password: Password`, `connect(password=input)`: code, not a value.
  if (next === '(' || next === '[' || next === '$' || next === '{' || next === '<') return false
  // `Password: correct-horse-battery`, alone on its line
  if (
    sign.includes(':') &&
    secret.length >= 8 &&
    /[-!@#%^*+~]/.test(secret) &&
    /^(?:\r?\n|$)/.test(text.slice(to))
  )
    return true
  if (sign.includes(':')) return /\d/.test(secret) && !/^[A-Za-z_]\w*\.[A-Za-z_.]+$/.test(secret)
  if (/^\s|\s$/.test(sign) || /[,)]/.test(next)) return /\d/.test(secret) && /[^\w.]|^\d/.test(secret)
  return !/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(secret)
}

/** A random text of 16 characters or more has at least so many different ones. */
const DIFFERENT = 8

/** No word, no path, no call and no count: letters and digits without an order. */
function isRandom(secret: string): boolean {
  if (NO_PASSWORDS.test(secret) || !/\d/.test(secret) || !/[A-Za-z]/.test(secret)) return false
  // names of files and of things: words, joined, with a number at most at their end
  if (/^[A-Za-z]+(?:[._/-][A-Za-z]+)*[._/-]?\d{0,4}(?:\.[a-z]{1,4})?$/.test(secret)) return false
  return new Set(secret).size >= DIFFERENT
}

/** A header's value is not the name of a variable: `Authorization: process.env.TOKEN`. */
function isNoName(secret: string, { match, text, to }: Found): boolean {
  // A scheme with its parts: AWS4-HMAC-SHA256 Credential=…
  if (NO_PASSWORDS.test(secret) || /^(?:[(<]|\s{1,4}(?:<|[\w-]{1,32}=))/.test(text.slice(to, to + 40)))
    return false
  return /[\d+/=]|^[a-z]{16,}$|^[A-Z]{16,}$/.test(secret) || /^.*\bbasic\s/i.test(match[0])
}

/** Characters before a number of four parts that are looked at to tell a version from an address. */
const BEFORE = 24

function isAddress(secret: string, { text, from }: Found): boolean {
  const parts = secret.split('.')
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return false
  // Of this machine, of any, of all: nobody's.
  if (/^(?:0|127)\.|^255\.255\./.test(secret)) return false
  const before = text.slice(Math.max(0, from - BEFORE), from)
  // `==1.2.3.4`, `Chrome/120.0.0.0`, `"version": "1.2.3.4"`, `version 1.2.3.4`
  return !/[=<>!~]=\s?$|[A-Za-z]\/$|(?:version|release|build|ver\.?)\W{0,5}$/i.test(before)
}

function isLongAddress(secret: string): boolean {
  const halves = secret.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  if (groups.flat().includes('')) return false
  const count = groups.flat().length
  // A group of three digits at least: what has fewer is a time, a hardware address or a fingerprint.
  if (!/[0-9A-Fa-f]{3}/.test(secret) || !/\d/.test(secret)) return false
  // `fe80::1`: what begins as addresses of networks do.
  const least = /^(?:fe[89ab]|f[cd]|[23])[0-9a-f]{1,3}::/i.test(secret) ? 2 : 3
  return halves.length === 1 ? count === 8 : count >= least && count <= 7
}

/** Keys of JSON whose value is a password, whatever it looks like. */
const PASSWORD_KEY =
  /(?:password|passwd|pwd|passphrase|secret|(?:db|user|smtp|e?mail|mysql|postgres|redis|ftp|ssh|proxy|root|admin|login|http)_?pass)"?$/i

/** A value of JSON is exactly delimited: all of it is the password. */
function isPasswordOf(key: string, value: string): boolean {
  if (!PASSWORD_KEY.test(key) || value.length < 4 || value.length > LONGEST || /\n./.test(value)) return false
  return isValue(value) && !isFolder(key.replaceAll('"', ''), value)
}

/** Characters of a password. */
const LONGEST = 1000

/**
 * The secrets of a text in order, none overlapping another. Linear in the length of the text. With a key, the text is
 * the value that JSON has behind it.
 */
export function secretsIn(text: string, key = ''): readonly SecretPlace[] {
  const before = behindKey(key)
  const readings = readingsOf(before + text)
  const places = DETECTORS.flatMap(({ kind, pattern, isSecret }, rank) =>
    readings.flatMap(({ text: read, startOf, endOf }) => {
      const found: RankedPlace[] = []
      // Not `matchAll`, which copies the pattern: a log has many short texts.
      pattern.lastIndex = 0
      for (let match = pattern.exec(read); match !== null; match = pattern.exec(read)) {
        const secret = match.groups?.['secret'] ?? match[0]
        // The secret is the last part of its match, or what an `@` follows.
        const from = match.index + match[0].lastIndexOf(secret)
        const to = from + secret.length
        if (isSecret?.(secret, { text: read, from, to, match }) === false) continue
        const place = { kind, from: startOf(from) - before.length, to: endOf(to) - before.length, rank }
        if (place.from >= 0 && place.to <= text.length) found.push(place)
      }
      return found
    }),
  )
  if (key !== '' && isPasswordOf(key, text))
    places.push({ kind: 'password', from: 0, to: text.length, rank: PASSWORD_RANK })
  let end = 0
  return withoutEscapes(places, text)
    .toSorted((a, b) => a.from - b.from || a.rank - b.rank || b.to - a.to)
    .flatMap(({ kind, from, to }) => {
      if (from < end) return []
      end = to
      return [{ kind, from, to }]
    })
}

type RankedPlace = SecretPlace & { readonly rank: number }

/** A value of JSON as a log in text would have it, up to the value. */
export function behindKey(key: string): string {
  return key === '' ? '' : `${key}: "`
}

/** A key with a form of its own is called so also where a password stands. */
const PASSWORD_RANK = DETECTORS.findIndex(({ kind }) => kind === 'password')

/** `\nada@lovelace.org` is an address that begins behind the escape, `first\_last@lovelace.org` before it. */
function withoutEscapes(places: readonly RankedPlace[], text: string): readonly RankedPlace[] {
  const starts = new Map<number, number>()
  const isInside = (from: number): boolean => text[from - 1] === '\\'
  for (const { kind, from, to } of places) {
    const other = starts.get(to)
    if (
      kind === 'email' &&
      (other === undefined || (isInside(other) === isInside(from) ? from > other : isInside(other)))
    )
      starts.set(to, from)
  }
  return places.filter(({ kind, from, to }) => kind !== 'email' || from === starts.get(to))
}
