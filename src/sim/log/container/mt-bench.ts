import type { Json, Problem } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import type { Log, LogRecord } from '../read/reader.ts'
import { chatMessage } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** Texts of the turns of a question, or of the first answer of a model. */
function turnsIn(value: Json | undefined): readonly string[] {
  return listAt(value, 'turns').flatMap((turn) => textOf(turn) ?? [])
}

function rowsIn({ records }: Log): readonly LogRecord[] {
  return records
    .flatMap(({ value, ...place }) =>
      (isList(value) ? value : [value]).map((one) => ({ value: one, ...place })),
    )
    .filter(({ value }) => at(value, 'question_id') !== undefined)
}

/**
 * Questions of MT-bench with a model's answers, which are rows of two files: one after the other in one file they are
 * conversations, one for each answer.
 */
export const mtBench: Container = {
  name: 'rows of MT-bench',
  keys: ['question_id'],
  open(log) {
    const rows = rowsIn(log)
    const questions = new Map(
      rows
        .map(({ value }) => [at(value, 'question_id'), turnsIn(value)] as const)
        .filter(([, turns]) => turns.length > 0),
    )
    const answered = new Set<Json | undefined>()
    const answers = rows.flatMap(({ value, ...place }): readonly LogRecord[] => {
      const said = turnsIn(listAt(value, 'choices')[0])
      const id = at(value, 'question_id')
      if (said.length === 0) return []
      answered.add(id)
      const model = at(value, 'model_id')
      const asked = questions.get(id) ?? []
      const messages = said.flatMap((content, index) => [
        ...(asked[index] === undefined ? [] : [chatMessage('user', { content: asked[index] })]),
        chatMessage('assistant', { content, model }),
      ])
      return [{ ...place, value: { id: `${JSON.stringify(id)} ${textOf(model) ?? ''}`.trim(), messages } }]
    })
    const open = rows.flatMap(({ value, ...place }): readonly LogRecord[] => {
      const id = at(value, 'question_id')
      const asked = answered.has(id) ? [] : turnsIn(value)
      const messages = asked.map((content) => chatMessage('user', { content }))
      return messages.length === 0 ? [] : [{ ...place, value: { id: JSON.stringify(id), messages } }]
    })
    return [...answers, ...open]
  },
  lost(opened): readonly Problem[] {
    const isLacking = (role: string): number =>
      opened.filter(({ value }) => listAt(value, 'messages').every((message) => at(message, 'role') !== role))
        .length
    const [open, unasked] = [isLacking('assistant'), isLacking('user')]
    if (open + unasked === 0) return []
    const what =
      open > 0
        ? `questions of MT-bench without an answer: ${open}`
        : `answers of MT-bench without a question: ${unasked}`
    return [
      {
        severity: 'warning',
        code: 'other-file',
        message: `${what}; what belongs to them is in another file`,
        line: opened[0]?.line ?? 1,
        column: opened[0]?.column ?? 1,
        fix: 'Put both files into one: cat question.jsonl answer.jsonl > log.jsonl',
      },
    ]
  },
}
