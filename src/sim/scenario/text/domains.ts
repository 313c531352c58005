import written from './domains.json' with { type: 'json' }

/** A kind of record that a service keeps: its fields and its states. */
export interface Entity {
  readonly name: string
  readonly plural: string
  readonly table: string
  readonly texts: readonly string[]
  readonly numbers: readonly string[]
  readonly times: readonly string[]
  readonly flags: readonly string[]
  readonly states: readonly string[]
}

/** A service that a coding agent works on. */
export interface Domain {
  readonly service: string
  /** Prefix of the service's error codes. */
  readonly prefix: string
  /** Prefix of its ticket numbers. */
  readonly tickets: string
  /** What the service does, as in its README. */
  readonly purpose: string
  readonly entities: readonly Entity[]
}

/** Name and plural | texts | numbers | times | flags | states in the order they are passed through. */
function entity(line: string): Entity {
  const [names = '', texts = '', numbers = '', times = '', flags = '', states = ''] = line
    .split('|')
    .map((part) => part.trim())
  const [name = '', plural = ''] = names.split(' ')
  return {
    name,
    plural,
    table: plural.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
    texts: texts.split(' '),
    numbers: numbers.split(' '),
    times: times.split(' '),
    flags: flags.split(' '),
    states: states.split(' '),
  }
}

function domain({ entities, ...about }: typeof written.userService): Domain {
  return { ...about, entities: entities.map(entity) }
}

/** The service whose HTTP clients are migrated. */
export const USER_SERVICE: Domain = domain(written.userService)

/** Services of the long session; the seed picks one. */
export const DOMAINS: readonly Domain[] = written.domains.map(domain)
