/** The state of a task as written in JSON. */
export interface ToldState {
  readonly goal: string
  readonly criteria: readonly string[]
  readonly constraints: readonly string[]
  readonly subtasks: readonly ToldSubtask[]
  readonly decisions: readonly ToldDecision[]
  readonly open: readonly ToldIssue[]
  readonly environment: ToldEnvironment
  readonly learnings: readonly string[]
  readonly summary: string
}

export interface ToldSubtask {
  readonly title: string
  readonly status: 'planned' | 'in_progress' | 'done'
}

export interface ToldDecision {
  readonly what: string
  readonly why: string
  readonly alternatives: readonly string[]
}

export interface ToldIssue {
  readonly what: string
  readonly reproduce: string
}

export interface ToldEnvironment {
  readonly directory: string
  readonly branch: string
  readonly services: readonly string[]
}

/** A state from any text: fields of another shape are left out, and text that is not JSON is an empty state. */
export function readState(text: string): ToldState {
  const told = objectOf(parsed(text))
  const environment = objectOf(told.get('environment'))
  return {
    goal: stringOf(told.get('goal')),
    criteria: stringsOf(told.get('criteria')),
    constraints: stringsOf(told.get('constraints')),
    subtasks: objectsOf(told.get('subtasks')).map((it) => ({
      title: stringOf(it.get('title')),
      status: statusOf(it.get('status')),
    })),
    decisions: objectsOf(told.get('decisions')).map((it) => ({
      what: stringOf(it.get('what')),
      why: stringOf(it.get('why')),
      alternatives: stringsOf(it.get('alternatives')),
    })),
    open: objectsOf(told.get('open')).map((it) => ({
      what: stringOf(it.get('what')),
      reproduce: stringOf(it.get('reproduce')),
    })),
    environment: {
      directory: stringOf(environment.get('directory')),
      branch: stringOf(environment.get('branch')),
      services: stringsOf(environment.get('services')),
    },
    learnings: stringsOf(told.get('learnings')),
    summary: stringOf(told.get('summary')),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function objectOf(value: unknown): ReadonlyMap<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : new Map()
}

function objectsOf(value: unknown): readonly ReadonlyMap<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf).filter((it) => it.size > 0) : []
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : []
}

function statusOf(value: unknown): ToldSubtask['status'] {
  return value === 'done' || value === 'in_progress' ? value : 'planned'
}
