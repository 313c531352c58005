import { describe, expect, test } from 'vitest'
import type { AskSource, Probe } from '../../../../engine/index.ts'
import { models } from '../../../../llm/index.ts'
import type { Call, Reply } from '../../../../provider/index.ts'
import type { FidelityQuestions } from '../../../../sim/index.ts'
import { askFidelity } from './asking.ts'
import { FIRST, planOf } from './plan.ts'
import type { Asked, Step } from './plan.ts'
import { FIDELITY_TEXT } from './words.ts'

const MODEL = 'claude-haiku-4-5'
const ASKED: Asked = { model: MODEL, facts: models[MODEL] ?? null }

function source(text: string): AskSource {
  return { block: 0, type: 'user_message', role: 'user', turn: 1, tool: '', args: '', text }
}

function probe(question: string, ...expected: string[]): Probe {
  return { id: question, kind: 'number', question, expected, block: 0 }
}

const QUESTIONS: FidelityQuestions = {
  edit: 0,
  probes: [
    probe('Which port?', 'port', '8443'),
    probe('Who?', 'Ada', 'owner'),
    probe('What?', 'E42', 'x.ts'),
  ],
  before: [source('The port is 8443, the owner Ada. E42 in x.ts.')],
  after: [source('Port 8443.')],
}

/** A fake model that answers from a list and records the requests. */
function answering(...texts: string[]) {
  const made: { step: Step; call: Call }[] = []
  const make = (call: Call, step: Step): Promise<Reply> => {
    made.push({ step, call })
    const text = texts[made.length - 1]
    if (text === undefined) return Promise.reject(new Error(`call ${made.length} was not expected`))
    return Promise.resolve({
      id: '',
      requestId: null,
      model: MODEL,
      content: [{ type: 'text', text }],
      stopReason: 'end_turn',
      usage: null,
      applied: [],
    })
  }
  return { made, run: () => askFidelity({ questions: QUESTIONS, asked: ASKED, attempts: FIRST, make }) }
}

describe('HEALTH-3 a test with a real model', () => {
  test('asks both contexts and a judge, and counts the correct answers', async () => {
    const { made, run } = answering('["8443","Ada","E42 in x.ts"]', '["8443","",""]', '["yes","yes","no"]')
    expect(await run()).toEqual({
      kind: 'judged',
      rows: [
        { before: '8443', after: '8443', judgedBefore: 'yes', judgedAfter: 'yes' },
        { before: 'Ada', after: '', judgedBefore: 'yes', judgedAfter: 'no' },
        { before: 'E42 in x.ts', after: '', judgedBefore: 'no', judgedAfter: 'no' },
      ],
      figure: { right: 2, still: 1, share: 0.5, unanswered: 0 },
    })
    expect(made.map(({ step, call }) => [step, call.purpose])).toEqual([
      ['before', 'fidelity'],
      ['after', 'fidelity'],
      ['judge', 'judge'],
    ])
    const [before, after, judge] = made.map(({ call }) => JSON.stringify(call.request))
    expect(before).toContain('the owner Ada')
    expect(after).not.toContain('the owner Ada')
    // The judge sees answers, never a context.
    expect(judge).not.toContain('The port is')
  })

  test.each([
    ['before', ['I think it is 8443.']],
    ['after', ['["8443","Ada","E42"]', '["8443","Ada"]']],
    ['judge', ['["8443","Ada","E42"]', '["8443","",""]', 'yes yes yes']],
  ] as const)(
    'a reply to %s that cannot be read ends it: no figure, and no further call',
    async (step, texts) => {
      const { made, run } = answering(...texts)
      expect(await run()).toEqual({ kind: 'unreadable', step, said: texts.at(-1), why: 'no-list' })
      expect(made).toHaveLength(texts.length)
    },
  )

  test('a refusal is told as one, not as a list that is missing', () => {
    expect(FIDELITY_TEXT.unreadable('judge', 3, 'refused')).toBe(
      'The reply to the judgement is a refusal by the model. It is not used, and nothing more was asked.',
    )
  })

  test('if neither context answers, no judge is paid, and the figure is a dash', async () => {
    const { made, run } = answering('["","",""]', '["","",""]')
    expect(await run()).toMatchObject({ kind: 'judged', figure: { share: null, right: 0 } })
    expect(made).toHaveLength(2)
  })

  test('a verdict that is neither yes nor no is shown as such', async () => {
    const { run } = answering('["8443","Ada",""]', '["8443","Ada",""]', '["yes","partly"]')
    expect(await run()).toMatchObject({
      rows: [{ judgedAfter: 'yes' }, { judgedBefore: 'unanswered', judgedAfter: 'unanswered' }, {}],
      figure: { right: 1, still: 1, unanswered: 1 },
    })
  })

  test('a call that fails ends it with its failure, and spares the others', async () => {
    const { made, run } = answering('["8443","Ada","E42"]')
    await expect(run()).rejects.toThrow('call 2 was not expected')
    expect(made).toHaveLength(2)
  })
})

describe('HEALTH-3 what a test would send', () => {
  const letters = ({ request }: Call): number => JSON.stringify(request).length
  const sizes = { tokensOf: letters, mostOf: letters }

  test('at most three calls: input and longest reply at the price of the model', async () => {
    const { calls, atMost, tooLong } = planOf(QUESTIONS, ASKED, sizes)
    const { input = 0, output = 0 } = ASKED.facts?.price ?? {}
    const sum = calls.reduce((so, one) => so + one.input * input + one.output * output, 0)
    expect(atMost).toBeCloseTo(sum / 1_000_000, 12)
    expect(tooLong).toBeNull()
    // The limit also counts the judge's calls.
    const { made, run } = answering(
      '["8443","Ada","E42"]',
      '["no","b","c"]',
      '["yes","yes","yes","no","no","no"]',
    )
    await run()
    made.forEach(({ call }, at) => {
      expect(letters(call)).toBeLessThanOrEqual(calls[at]?.input ?? 0)
      expect(call.maxTokens).toBeLessThanOrEqual(calls[at]?.output ?? 0)
    })
  })

  test('a context larger than the window is refused with its size, and stays whole', () => {
    const long = { ...QUESTIONS, before: [source('x'.repeat(250_000))] }
    const { tooLong, calls } = planOf(long, ASKED, sizes)
    expect(tooLong).toEqual({
      step: 'before',
      tokens: (calls[0]?.input ?? 0) + (calls[0]?.output ?? 0),
      window: 200_000,
    })
    expect(tooLong?.tokens).toBeGreaterThan(250_000)
  })

  test('without a price there is no bound', () => {
    expect(planOf(QUESTIONS, { model: 'mine', facts: null }, sizes).atMost).toBeNull()
  })
})
