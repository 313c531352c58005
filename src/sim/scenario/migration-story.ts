import { toldFact, shownFact } from './fact.ts'
import type { Fact } from './fact.ts'
import type { CodingAgent } from './coding-agent.ts'
import type { Chance } from './chance.ts'
import { createDeed, editDeed, listDeed, readDeed, searchDeed, shellDeed } from './deed.ts'
import type { Deed } from './deed.ts'
import type { MigrationPlan } from './migration-plan.ts'
import { clientTestPath, DOCS_PATH, servicePath } from './migration-repository.ts'
import type { MigrationRepository } from './migration-repository.ts'
import { bullets, spreadRules } from './rule.ts'
import type { Rule } from './rule.ts'
import { clientConstructor, clientImports, clientPath, axiosBody, fetchBody } from './text/clients.ts'
import type { ClientSpec } from './text/clients.ts'
import { expand } from './text/expand.ts'
import { MIGRATION_FILES } from './text/migration-files.ts'
import { DECISIONS, GO_AHEADS, GOAL, NO_EXTRA, OPENINGS, QUESTIONS, REPORT_HEADS, WRAP_UPS } from './text/migration.ts'
import { compilerReport, PROBES } from './text/output.ts'
import { wrapperText } from './text/wrapper.ts'
import type { WrapperFault } from './text/wrapper.ts'
import { runTests } from './test-run.ts'
import type { Topic } from './voice.ts'

/** One turn of the story. Optional ones fill the conversation up to its length. */
export interface Beat {
  readonly name: string
  readonly optional: boolean
  readonly play: () => void
}

const WRAPPER = 'src/http/request.ts'

export interface MigrationParts {
  readonly agent: CodingAgent
  readonly plan: MigrationPlan
  readonly repository: MigrationRepository
  /** Rules of the first, second and third message. */
  readonly rules: readonly (readonly Rule[])[]
  readonly chance: Chance
  readonly scale: number
}

/** The beats of the migration in order. Names of optional beats are `extra …`. */
export function migrationBeats(parts: MigrationParts): Beat[] {
  return [...preparation(parts), ...clients(parts), ...wrapUp(parts)]
}
