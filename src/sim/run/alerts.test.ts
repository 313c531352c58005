import { describe, expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import type { AlertCode, Message } from '../../engine/index.ts'
import { logs, readLog } from '../../testing/shared-traces.ts'
import { traceOf } from '../../testing/trace.ts'
import { run, runAsync, takeIn, unmanagedPeak } from '../index.ts'
import type { TimelineData } from '../index.ts'

/** Alerts of a run as `code@turn`. */
function alertsOf({ turns }: Pick<TimelineData, 'turns'>): string[] {
  return turns.flatMap(({ turn, events }) =>
    events.flatMap((event) => (event.kind === 'alert' ? [`${event.alert.code}@${turn}`] : [])),
  )
}

interface Step {
  readonly name?: string
  readonly input?: string
  /** Tokens of the result, or a user message instead of it. */
  readonly result: number | string
}

/** A task, and an agent with one call in each turn. The result of step n arrives in turn n + 1. */
function agent(steps: readonly Step[]) {
  const messages: Message[] = [
    { role: 'user', content: 'Find out why the nightly build of the site fails and mend it.' },
  ]
  steps.forEach(({ name = 'read_file', input, result }, at) => {
    if (typeof result === 'string') {
      messages.push({ role: 'assistant', content: 'Done.' }, { role: 'user', content: result })
      return
    }
    const id = `call_${at}`
    messages.push(
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id, name, input: { what: input ?? `src/file-${at}.ts` } }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: `${at}: ${'abc '.repeat(result)}` }],
      },
    )
  })
  return traceOf(messages)
}

function alerts(steps: readonly Step[], config: object = {}): string[] {
  return alertsOf(run(agent(steps), { max_context_tokens: 60_000, strategy: 'evict', ...config }).data)
}

const ordinary = (count: number, result = 300): Step[] => Array.from({ length: count }, () => ({ result }))
const again = (count: number, ...calls: readonly Step[]): Step[] =>
  Array.from({ length: count }, (_, at) => calls[at % calls.length] ?? { result: 0 })

describe('planted faults raise an alert', () => {
  const [tests, build] = [
    { name: 'run_shell', input: 'npm test', result: 200 },
    { name: 'run_shell', input: 'npm run build', result: 90 },
  ]
  const lint = { name: 'run_shell', input: 'npm run lint', result: 50 }

  it.each([
    // Four repeated calls in a row: the fifth of one call, the sixth of two, the seventh of three.
    ['one call', again(9, tests), 5],
    ['two calls in turn', again(9, tests, build), 6],
    ['three calls in turn', again(9, tests, build, lint), 7],
    ['a result that grows', Array.from({ length: 9 }, (_, at) => ({ ...tests, result: 100 + 40 * at })), 5],
  ])('HEALTH-2 a loop of %s', (_, loop, from) => {
    expect(alerts([...ordinary(6), ...loop])).toEqual([`tool_loop@${6 + from}`])
  })

  it.each([
    [
      'a change between two runs of the tests',
      Array.from({ length: 8 }, (_, at): Step[] => [
        { name: 'edit_file', input: `change ${at}`, result: 20 },
        tests,
      ]).flat(),
    ],
    [
      'a change before the three checks',
      Array.from({ length: 6 }, (_, at): Step[] => [
        { name: 'edit_file', input: `change ${at}`, result: 20 },
        tests,
        build,
        lint,
      ]).flat(),
    ],
    [
      'pages of one file',
      Array.from({ length: 12 }, (_, at): Step => ({
        input: `src/long.ts from line ${100 * at}`,
        result: 200,
      })),
    ],
    [
      'the user, who asks for it again',
      Array.from({ length: 6 }, (): Step[] => [tests, { result: 'Once more, please.' }]).flat(),
    ],
  ])('HEALTH-2 no loop: %s', (_, steps) => {
    expect(alerts([...ordinary(4), ...steps])).toEqual([])
  })

  it('HEALTH-2 a spike: far above the average, and at least a tenth of the window', () => {
    expect(alerts([...ordinary(6), { result: 9000 }, ...ordinary(3)])).toEqual(['burn_anomaly@7'])
    // Ten times the average, but only a fiftieth of the window.
    expect(alerts([...ordinary(6, 100), { result: 1000 }, ...ordinary(3)])).toEqual([])
    // A large file, in an agent that always reads large files.
    expect(
      alerts([...ordinary(4, 7000), { result: 7500 }, ...ordinary(2)], {
        max_context_tokens: 70_000,
        health_monitoring: { metrics: ['burn_rate'] },
      }),
    ).toEqual([])
  })

  it('HEALTH-2 bloat: results fill most of a nearly full window, but not of one with room', () => {
    const watched = { strategy: 'recorded', health_monitoring: { metrics: ['tool_result_bloat'] } }
    // 12 × 3,500 of 60,000 is .7. It is above .6 from the 11th result on, and the third such turn raises the alert.
    const found = alerts(ordinary(16, 3500), watched)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^tool_bloat_warning@/)
    expect(alerts(ordinary(16, 3500), { ...watched, max_context_tokens: 200_000 })).toEqual([])
  })
})

/**
 * A conversation whose older half a model summarizes again and again, each summary with this many tokens. Returns the
 * turns of the edits, and the alerts.
 */
async function summedUp(tokens: number): Promise<{ readonly edited: number[]; readonly found: string[] }> {
  const messages: Message[] = Array.from({ length: 120 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Part ${at}: ${'and mind the details '.repeat(20)}`,
  }))
  const { data } = await runAsync(
    traceOf(messages),
    {
      strategy: 'rolling_summary',
      max_context_tokens: 6000,
      health_monitoring: { metrics: ['compression_ratio'] },
    },
    { llm: async () => Promise.resolve({ text: 'abc '.repeat(tokens) }) },
  )
  return { edited: data.edits.map(({ turn }) => turn), found: alertsOf(data) }
}

it('HEALTH-2 COMP-3 inflation: weak compression raises an alert at the third summary; longer summaries are discarded', async () => {
  // About 3,200 tokens leave each time: 2,400 tokens for them are a ratio of 1.3, and 320 a ratio of 10.
  const { edited, found } = await summedUp(2400)
  expect(edited.length).toBeGreaterThan(3)
  expect(found).toEqual([`compression_ratio_min@${edited[2]}`])
  expect((await summedUp(320)).found).toEqual([])
  expect(await summedUp(4000)).toEqual({ edited: [], found: [] })
})

/** A person's judgement of an alert, after reading its context in the log: whether it was worth attention. */
type Judged = readonly [
  log: string,
  lanes: string,
  turn: number,
  code: AlertCode,
  worth: boolean,
  why: string,
]

const EVICTING = 'fifo, hybrid'
const KEEPING = 'rolling_summary, recorded'

/** Every alert of these lanes at half the peak, each judged by a person. */
const JUDGED: readonly Judged[] = [
  [
    'anthropic-messages.json',
    KEEPING,
    8,
    'tool_bloat_warning',
    true,
    'nine tenths of a nearly full window are results, and nothing evicts them',
  ],
  [
    'anthropic-messages.json',
    KEEPING,
    12,
    'utilization_critical',
    true,
    'over the limit from here to the end',
  ],
  [
    'claude-code-compaction.jsonl',
    'fifo, hybrid, rolling_summary, recorded',
    4,
    'tool_bloat_warning',
    true,
    'three large files within four turns',
  ],
  [
    'claude-code-compaction.jsonl',
    KEEPING,
    5,
    'utilization_critical',
    true,
    'over the limit until the client compacts',
  ],
  [
    'claude-code-compaction.jsonl',
    'recorded',
    80,
    'utilization_critical',
    true,
    'the window is full once more after the compaction',
  ],
  [
    'claude-code-sidechain-japanese.jsonl',
    'all',
    2,
    'utilization_critical',
    true,
    'the fixed overhead alone is more than the window',
  ],
  [
    'claude-code-sidechain-japanese.jsonl',
    'all',
    5,
    'utilization_critical',
    true,
    'the same in the window of a sub-agent',
  ],
  [
    'claude-code-sidechain-japanese.jsonl',
    'all',
    9,
    'utilization_critical',
    true,
    'the same in the window of another sub-agent',
  ],
  [
    'claude-code-sidechain-japanese.jsonl',
    'all',
    10,
    'burn_anomaly',
    true,
    'a directory tree that nobody had cut, a third of the window',
  ],
  [
    'claude-code-sidechain-japanese.jsonl',
    'all',
    18,
    'burn_anomaly',
    true,
    'an edit that writes most of a file anew, a fifth of the window',
  ],
  [
    'codex-rollout.jsonl',
    'fifo, hybrid, default',
    11,
    'eviction_rate_warning',
    true,
    'something is evicted in almost every turn: the window is too small',
  ],
  ['codex-rollout.jsonl', KEEPING, 4, 'utilization_critical', true, 'over the limit from the third turn on'],
  ['codex-rollout.jsonl', KEEPING, 4, 'tool_bloat_warning', true, 'half of what does not fit are results'],
  [
    'gemini-cli-session.json',
    'all',
    2,
    'utilization_critical',
    true,
    'the fixed overhead alone is more than the window',
  ],
  [
    'openai-chat-reasoning-miniswe.json',
    'all',
    7,
    'burn_anomaly',
    false,
    'two hundred lines of the class in question, as was asked for; the window is a third full',
  ],
  [
    'openai-chat-reasoning-miniswe.json',
    'all',
    55,
    'burn_anomaly',
    true,
    'the whole output of a test run, passed tests one by one',
  ],
  [
    'openai-chat-reasoning-miniswe.json',
    EVICTING,
    61,
    'eviction_rate_warning',
    true,
    'three batches within ten turns, after results that were as large as the room made',
  ],
  [
    'openai-chat-reasoning-miniswe.json',
    KEEPING,
    21,
    'tool_bloat_warning',
    true,
    'three fifths of a filling window are results, and nothing evicts them',
  ],
  [
    'openai-chat-reasoning-miniswe.json',
    KEEPING,
    33,
    'utilization_critical',
    true,
    'over the limit from here to the end',
  ],
  [
    'openhands-history.jsonl',
    'all',
    5,
    'burn_anomaly',
    true,
    'a parser read whole, two fifths of the window',
  ],
  [
    'openhands-history.jsonl',
    KEEPING,
    7,
    'utilization_critical',
    true,
    'over the limit from here to the end',
  ],
  [
    'openhands-history.jsonl',
    KEEPING,
    7,
    'tool_bloat_warning',
    true,
    'three files read whole hold the window',
  ],
  [
    'plain-chat-xml-agent.jsonl',
    'all',
    35,
    'burn_anomaly',
    true,
    'the whole change comes back for review, a quarter of the window',
  ],
  [
    'plain-chat-xml-agent.jsonl',
    EVICTING,
    36,
    'eviction_rate_warning',
    true,
    'what came made room be cleared three times within ten turns',
  ],
  [
    'plain-chat-xml-agent.jsonl',
    KEEPING,
    10,
    'tool_bloat_warning',
    true,
    'half of a filling window are results, and nothing evicts them',
  ],
  [
    'plain-chat-xml-agent.jsonl',
    KEEPING,
    18,
    'utilization_critical',
    true,
    'over the limit from here to the end',
  ],
  [
    'swe-agent-pandas-53856.traj',
    KEEPING,
    4,
    'utilization_critical',
    true,
    'over the limit from here to the end',
  ],
  [
    'swe-agent-pandas-53856.traj',
    KEEPING,
    4,
    'tool_bloat_warning',
    true,
    'two results of a file hold seven tenths of it',
  ],
  [
    'tau-bench-airline.json',
    EVICTING,
    11,
    'tool_bloat_warning',
    false,
    'bookings that were looked up on purpose, a third of a small window',
  ],
  [
    'tau-bench-airline.json',
    KEEPING,
    12,
    'tool_bloat_warning',
    true,
    'bookings of two customers, and nothing evicts them',
  ],
  [
    'tau-bench-airline.json',
    'default',
    9,
    'fidelity_warning',
    true,
    'no question about what was summarized has an answer any more',
  ],
  [
    'tau-bench-airline.json',
    'rolling_summary',
    11,
    'fidelity_warning',
    true,
    'five of eight facts are gone from the summary',
  ],
  [
    'tau-bench-airline.json',
    'all',
    19,
    'burn_anomaly',
    true,
    'a list of flights, a fifth of the window, of which one is booked',
  ],
  [
    'tau-bench-airline.json',
    KEEPING,
    15,
    'utilization_critical',
    true,
    'over the limit from here to the end',
  ],
]

describe('HEALTH-2 alerts on logs of agents', () => {
  const judgedLogs = [...new Set(JUDGED.map(([log]) => log))]
  const lanes = ['fifo', 'hybrid', 'default', 'rolling_summary', 'recorded']

  it.skipIf(logs.length === 0)(
    'nine of ten judged alerts are useful, few were not judged, and none is about a loop',
    () => {
      const raised = judgedLogs.flatMap((log) => {
        const trace = readLog(log)
        const intake = takeIn(trace, chars4)
        const max_context_tokens = Math.max(2000, Math.floor(unmanagedPeak(intake) / 2))
        return lanes.flatMap((lane) =>
          alertsOf(run(trace, { ...presetConfig(lane), max_context_tokens }, { intake }).data).map(
            (alert) => ({ log, lane, alert }),
          ),
        )
      })
      expect(raised.filter(({ alert }) => alert.startsWith('tool_loop'))).toEqual([])
      const verdicts = raised.map(({ log, lane, alert }) => {
        const [code, turn] = alert.split('@')
        // Another policy in a lane may move an alert by a few turns; it is still the judged one.
        return JUDGED.find(
          (one) =>
            one[0] === log &&
            one[3] === code &&
            Math.abs(one[2] - Number(turn)) <= 5 &&
            (one[1] === 'all' || one[1].split(', ').includes(lane)),
        )
      })
      const judged = verdicts.filter((one) => one !== undefined)
      expect(judged.length).toBeGreaterThan(0.85 * raised.length)
      expect(judged.filter((one) => one[4]).length).toBeGreaterThanOrEqual(0.9 * judged.length)
    },
  )
})
