import written from './migration.json' with { type: 'json' }
import { textsOf } from './lines.ts'

/** The user's first message. `$rules` is the list of rules. */
export const OPENINGS = textsOf<readonly string[]>(written.openings)

/** Phrases of the goal that every opening contains, and sentences that use them. */
export const GOAL = written.goal

export const GO_AHEADS = textsOf<readonly string[]>(written.goAheads)

export const WRAP_UPS: readonly string[] = written.wrapUps

/** Third messages of the user without a new rule. */
export const NO_EXTRA: readonly string[] = written.noExtra

/**
 * Decisions of the agent: the sentence with the reason, the phrase to recognise, and sentences that refer back to it.
 */
export const DECISIONS: readonly {
  readonly say: string
  readonly evidence: readonly string[]
  readonly recall: readonly string[]
}[] = written.decisions

/** The agent's text at the end of an exchange, before the list. */
export const REPORT_HEADS: Readonly<Record<keyof typeof written.reportHeads, readonly string[]>> =
  written.reportHeads

/** Asked at the end of the plan. */
export const QUESTIONS: readonly string[] = written.questions

/** Files of user-service besides its clients and src/http; `$` slots are filled by the repository. */
export const MIGRATION_FILES = textsOf<Readonly<Record<keyof typeof written.files, string>>>(written.files)

/** Tests of a client that replay requests recorded with axios: one for each bug that the wrapper may have. */
export const REPLAY_TEST = textsOf<string>(written.replayTest)

/** Tests of a client's operation: `$client`, `$method`, `$verb`, `$route`, `$status`, `$error`. */
export const CLIENT_TESTS = textsOf<readonly string[]>(written.clientTests)

/** One bug of the first version of the wrapper. `wrong` and `right` are the same lines before and after the fix. */
export interface WrapperFault {
  readonly id: string
  readonly wrong: string
  readonly right: string
  /** Client whose test finds it, index of the tested operation, and the text of the test after its name. */
  readonly client: string
  readonly operation: number
  readonly test: string
  /** The output of the test runner; distinctive enough to be recognised later. */
  readonly message: string
  readonly expected: string
  readonly received: string
  /** The cause of the bug. */
  readonly cause: string
  /** What the edit does, for the sentence that announces it. */
  readonly change: string
}

export const WRAPPER_FAULTS = textsOf<readonly WrapperFault[]>(written.wrapperFaults)

const WRAPPER = textsOf<string>(written.wrapper)

/**
 * The wrapper around fetch that the agent writes. The lines of a bug are `wrong` if its id is in `faults`, else
 * `right`; a test finds each of them.
 */
export function wrapperText(policy: readonly string[], faults: ReadonlySet<string>): string {
  const lines = (id: string): string => {
    const fault = WRAPPER_FAULTS.find((it) => it.id === id)
    if (fault === undefined) throw new Error(`no fault of the wrapper has the id ${id}`)
    return faults.has(id) ? fault.wrong : fault.right
  }
  return WRAPPER.replace('$POLICY', () => policy.map((line) => `  ${line}`).join('\n')).replace(
    /\$LINES:([a-z-]+)/g,
    (_, id: string) => lines(id),
  )
}

/** The original files of src/http. The caller fills in `$base` and the like. */
export const HTTP_FILES = textsOf<readonly { readonly path: string; readonly text: string }[]>(
  written.httpFiles,
)
