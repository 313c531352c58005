import type { Problem, Tokens } from '../../../../engine/index.ts'
import { setupPathOf } from '../../../../sim/internal.ts'
import type { Comparison } from '../../../../worker/protocol.ts'

/** Whether the problems are only about an entered setup. */
export function ofSetup(problems: readonly Problem[]): boolean {
  return problems.length > 0 && problems.every((problem) => setupPathOf(problem) !== null)
}

/** The problems of one of the boxes. */
export function problemsOfBox(
  problems: readonly Problem[],
  box: 'system' | 'tools' | 'model',
): readonly Problem[] {
  return problems.filter((problem) => setupPathOf(problem)?.startsWith(`setup.${box}`) === true)
}

export interface SetupFigures {
  /** Null if there is none. */
  readonly system: Tokens | null
  readonly tools: { readonly count: number; readonly tokens: Tokens } | null
  readonly inferred: Tokens
}

/** The setup of the main window's requests, in the tokens of every lane. */
export function setupFigures({ lanes, trace }: Pick<Comparison, 'lanes' | 'trace'>): SetupFigures {
  let system: Tokens | null = null
  let tools: Tokens | null = null
  for (const { type, window, message, inferred, tokens } of lanes[0]?.data.blocks ?? []) {
    if (window !== 0 || message >= 0 || inferred) continue
    if (type === 'system_prompt') system = tokens
    if (type === 'tool_definition') tools = (tools ?? 0) + tokens
  }
  const { setup } = trace
  return {
    system,
    tools: tools === null ? null : { count: setup.tools, tokens: tools },
    inferred: setup.inferred,
  }
}
