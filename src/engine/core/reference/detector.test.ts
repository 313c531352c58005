import { describe, expect, it } from 'vitest'
import { blockOf } from '../../../testing/blocks.ts'
import type { Block, BlockType } from '../message/block.ts'
import { createReferenceDetector } from './detector.ts'
import type { Reference } from './reference.ts'
import type { Strength } from './strength.ts'

interface Line {
  readonly block: Block
  readonly text: string
}

const TYPES: Readonly<Record<string, BlockType>> = {
  system: 'system_prompt',
  tool: 'tool_definition',
  memory: 'memory_injection',
  user: 'user_message',
  says: 'assistant_response',
  thinks: 'thinking',
  calls: 'tool_call',
  result: 'tool_result',
  summary: 'summary',
}

/**
 * A conversation, one block per line: `3 says …`, a call `3 calls read_file#1 {"path":"a.ts"}`, its result `4 result#1
 * …`; `w1 3 says …` for another window. `\n` is a line break.
 */
function conversation(lines: string): Line[] {
  const names = new Map<string, string>()
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, id) => {
      const found = /^(?:w(\d+) )?(\d+) ([a-z]+)(?: ([a-z_]+)(?=#))?(?:#(\d+))? ?(.*)$/.exec(line)
      const [, window, turn, word = '', name, call, text = ''] = found ?? []
      const type = TYPES[word] ?? 'tool_result'
      const tool = type === 'tool_call' || type === 'tool_result'
      if (type === 'tool_call') names.set(call ?? '', name ?? '')
      const block = blockOf({
        id,
        type,
        turn: Number(turn),
        window: Number(window ?? 0),
        call: tool ? { id: call ?? '', name: names.get(call ?? '') ?? '', before: null } : null,
      })
      return { block, text: text.replaceAll('\\n', '\n') }
    })
}

function observe(lines: readonly Line[], strength: Strength = 'normal'): Reference[] {
  const detector = createReferenceDetector({ strength })
  return lines.flatMap(({ block, text }) => detector.observe(block, text))
}

/** `by ← source: evidence`, one line each. */
const referencesIn = (lines: string, strength: Strength = 'normal'): string[] =>
  observe(conversation(lines), strength).map(
    ({ source, by, evidence }) => `${by} ← ${source}: ${evidence.join(' · ')}`,
  )

describe('REF-1 what is a reference', () => {
  it('REF-1 two strong tokens first seen in a block', () => {
    expect(
      referencesIn(`
        0 user Please look into the failing build
        1 result#1 retryPolicy is set in http_client
        3 says Both retryPolicy and http_client are involved`),
    ).toEqual(['2 ← 1: retryPolicy · http_client'])
  })

  it('REF-1 one is not enough in prose, and is enough in the arguments of a call', () => {
    expect(referencesIn('1 result#1 sets retryPolicy\n3 says I know retryPolicy')).toEqual([])
    expect(referencesIn('1 result#1 sets retryPolicy\n3 calls grep#2 {"pattern":"retryPolicy"}')).toEqual([
      '1 ← 0: retryPolicy',
    ])
  })

  it('REF-1 the same token twice is one token', () => {
    expect(referencesIn('1 result#1 sets retryPolicy\n3 says retryPolicy, retryPolicy!')).toEqual([])
  })

  it('REF-1 two tokens of one turn count together, wherever they are in the turn', () => {
    expect(
      referencesIn(`
        1 result#1 retryPolicy in http_client
        3 thinks so retryPolicy it is
        3 says because of http_client`),
    ).toEqual(['2 ← 0: http_client'])
    expect(
      referencesIn(`
        1 result#1 retryPolicy in http_client
        3 says so retryPolicy it is
        4 says because of http_client`),
    ).toEqual([])
  })

  it('REF-1 tokens of two different blocks do not add up', () => {
    expect(
      referencesIn(`
        1 result#1 retryPolicy here
        1 result#2 http_client there
        4 says retryPolicy and http_client`),
    ).toEqual([])
  })

  it('REF-1 a copied run of five words, whatever the words are', () => {
    expect(
      referencesIn(`
        0 user never touch the billing tables directly
        5 says I will never touch the billing tables, as asked`),
    ).toEqual(['1 ← 0: never touch the billing tables'])
    expect(
      referencesIn(`
        0 user never touch the billing tables directly
        5 says I never touch billing tables`),
    ).toEqual([])
  })

  it('REF-1 Chinese and Japanese: six characters copied', () => {
    expect(referencesIn('0 user 账单数据表绝对不能修改\n4 says 好的，绝对不能修改它')).toEqual([
      '1 ← 0: 绝对不能修改',
    ])
    expect(referencesIn('0 user ファイルを確認してください\n4 says 確認してください')).toEqual([
      '1 ← 0: 確認してくだ',
    ])
    expect(referencesIn('0 user 直してください\n4 says 見てください')).toEqual([])
  })

  it('REF-1 evidence: the copied words first, then rare and long tokens, at most four strings', () => {
    const [reference] = observe(
      conversation(`
        1 result#1 the port is 4317 and user_id, MAX_RETRIES, retryPolicy, src/http/client.ts matter
        3 calls edit#2 {"text":"the port is 4317 and MAX_RETRIES, src/http/client.ts user_id retryPolicy"}`),
    )
    expect(reference?.evidence).toEqual([
      'the port is 4317 and',
      'src/http/client.ts',
      'MAX_RETRIES',
      'retryPolicy',
    ])
  })
})

describe('REF-1 what is no evidence', () => {
  it('REF-1 the turn right after: text that was just read explains the words', () => {
    const use = (turn: number): string[] =>
      referencesIn(`1 result#1 retryPolicy in http_client\n${turn} says retryPolicy and http_client`)
    expect(use(1)).toEqual([])
    expect(use(2)).toEqual([])
    expect(use(3)).toHaveLength(1)
    const quote = (turn: number): string[] =>
      referencesIn(`0 user never touch the billing tables\n${turn} says I never touch the billing tables`)
    expect([0, 1, 2].map((turn) => quote(turn).length)).toEqual([0, 0, 1])
  })

  it('REF-1 a sub-agent’s turns in between do not make the next turn a late one', () => {
    const lines = (next: number): string => `
      1 result#1 retryPolicy in http_client
      w1 2 says hello
      w1 3 says hello
      ${next} says retryPolicy and http_client`
    expect(referencesIn(lines(4))).toEqual([])
    expect(referencesIn(`${lines(4)}\n5 says retryPolicy and http_client`)).toHaveLength(1)
  })

  it('REF-1 tokens of the system prompt and the tools are known before everything', () => {
    expect(
      referencesIn(`
        0 system Use http_client with retryPolicy.
        0 tool {"name":"read_file"}
        1 result#1 http_client has a retryPolicy for read_file
        4 calls grep#2 {"pattern":"http_client retryPolicy read_file"}`),
    ).toEqual([])
  })

  it('REF-1 a token known before a block is not credited to that block', () => {
    expect(
      referencesIn(`
        0 user retryPolicy of http_client fails
        4 thinks retryPolicy again, and http_client, and also MAX_RETRIES
        8 says retryPolicy and http_client`),
    ).toEqual(['1 ← 0: retryPolicy · http_client', '2 ← 0: retryPolicy · http_client'])
  })

  it('REF-1 boilerplate: text in many previous blocks is no evidence', () => {
    const banner = 'running on test_host with PYTHONPATH under pytest_run'
    const results = Array.from({ length: 5 }, (_, i) => `${i} result#${i} ${banner} case ${i}`)
    expect(
      referencesIn([...results.slice(0, 4), '9 calls bash#9 {"cmd":"ls test_host"}'].join('\n')),
    ).toHaveLength(1)
    expect(referencesIn([...results, '9 calls bash#9 {"cmd":"ls test_host"}'].join('\n'))).toEqual([])
  })

  it('REF-1 the model’s own coinage becomes a habit, a user’s word does not', () => {
    const uses = Array.from(
      { length: 8 },
      (_, i) => `${3 + 2 * i} calls bash#${i} {"cmd":"run ci_mode ${i}"}`,
    )
    const coined = referencesIn(['0 says I call it ci_mode', ...uses].join('\n'))
    const told = referencesIn(['0 user call it ci_mode', ...uses].join('\n'))
    expect(coined).toHaveLength(4)
    expect(told).toHaveLength(8)
  })

  it('REF-1 the model’s own phrases are no evidence; with a strong token they are a decision', () => {
    expect(
      referencesIn(
        '0 says Let me look closely at the failing tests\n5 says Let me look closely at the failing tests',
      ),
    ).toEqual([])
    expect(
      referencesIn(
        '0 says we decided to keep legacy_api for now\n5 says we decided to keep legacy_api anyway',
      ),
    ).toEqual(['1 ← 0: we decided to keep legacy_api'])
  })

  it('REF-1 the names of arguments and the tool’s own words are no evidence', () => {
    expect(
      referencesIn(`
        0 calls edit_file#1 {"file_path":"a","mode":"str_replace"}
        5 calls edit_file#2 {"file_path":"b","mode":"str_replace"}`),
    ).toEqual([])
    // The same word in another tool's arguments, or inside a longer word, is a use.
    expect(
      referencesIn(`
        0 calls edit_file#1 {"mode":"str_replace"}
        5 calls bash#2 {"cmd":"grep str_replace"}`),
    ).toEqual(['1 ← 0: str_replace'])
  })

  it('REF-1 no token spans two arguments, or is joined by an escape', () => {
    expect(
      referencesIn(`
        0 calls run#1 {"a":"alpha beta gamma","b":"delta epsilon user_id"}
        5 calls run#2 {"a":"alpha beta gamma","b":"delta epsilon"}`),
    ).toEqual([])
    const call = { block: blockOf({ id: 1, type: 'tool_call', turn: 4 }), text: '{"text":"x\\nuser_id"}' }
    const [result] = conversation('0 result#1 has user_id')
    expect(observe([result as Line, call])).toMatchObject([{ source: 0, evidence: ['user_id'] }])
  })

  it('REF-1 results, memories and summaries do not refer: their authors had not read the window', () => {
    const source = '0 user retryPolicy of http_client in the billing service worker'
    for (const carrier of ['result#1', 'memory', 'summary', 'system'])
      expect(
        referencesIn(`${source}\n5 ${carrier} retryPolicy of http_client in the billing service worker`),
      ).toEqual([])
  })

  it('REF-1 a window refers to itself only', () => {
    expect(
      referencesIn('0 result#1 retryPolicy in http_client\nw1 5 says retryPolicy and http_client'),
    ).toEqual([])
  })
})

describe('REF-1 who gets the credit', () => {
  it('REF-1 the latest carrier with all of the evidence; a speaker who repeats it is not one', () => {
    expect(
      referencesIn(`
        1 result#1 retryPolicy in http_client
        4 says retryPolicy of http_client is wrong
        6 result#2 http_client line 5: retryPolicy
        9 says retryPolicy of http_client again`),
    ).toEqual(['1 ← 0: retryPolicy · http_client', '3 ← 2: retryPolicy · http_client'])
  })

  it('REF-1 a later carrier with only part of the evidence leaves the credit with the first', () => {
    expect(
      referencesIn(`
        1 result#1 retryPolicy in http_client
        3 result#2 only retryPolicy here
        6 says retryPolicy of http_client`),
    ).toEqual(['2 ← 0: http_client · retryPolicy'])
  })

  it('REF-1 evidence in a newer copy that has just arrived is explained by it', () => {
    expect(
      referencesIn(`
        1 result#1 retryPolicy in http_client
        6 result#2 retryPolicy in http_client
        7 says retryPolicy of http_client`),
    ).toEqual([])
  })

  it('REF-1 a path means the newest result of reading it, wherever else it is listed', () => {
    expect(
      referencesIn(`
        1 result#0 src/a/x.ts src/a/y.ts
        1 calls read_file#1 {"path":"src/a/x.ts"}
        2 result#1 const answer = 42
        4 result#2 src/a/x.ts src/a/y.ts
        7 calls edit#3 {"path":"src/a/x.ts"}
        7 calls edit#4 {"path":"src/a/y.ts"}`),
    ).toEqual(['4 ← 2: src/a/x.ts', '5 ← 3: src/a/y.ts'])
  })

  it('REF-1 read again, the newer result takes over, even for text that only the older one has', () => {
    expect(
      referencesIn(`
        0 calls read_file#1 {"path":"src/a/x.ts"}
        1 result#1 retryPolicy and old_name
        3 calls read_file#2 {"path":"src/a/x.ts"}
        4 result#2 retryPolicy and new_name
        8 calls grep#3 {"pattern":"old_name"}
        8 calls grep#4 {"pattern":"x src/a/x.ts"}`),
    ).toEqual(['2 ← 1: src/a/x.ts', '4 ← 3: old_name', '5 ← 3: src/a/x.ts'])
  })

  it('REF-1 other lines of an unchanged file replace nothing; of a file written since, they do', () => {
    const lines = (between: string): string => `
      0 calls read_file#1 {"path":"src/a/x.ts","from":1}
      1 result#1 has first_part
      3 ${between}
      4 calls read_file#2 {"path":"src/a/x.ts","from":200}
      5 result#2 has second_part
      9 calls grep#3 {"pattern":"first_part"}`
    expect(referencesIn(lines('says hm')).at(-1)).toBe('5 ← 1: first_part')
    const written = referencesIn(lines('calls write_file#9 {"path":"src/a/x.ts","text":"new"}'))
    expect(written.at(-1)).toBe('5 ← 4: first_part')
  })

  it('REF-1 a written file is new to the first reading only, and other files read with it stay', () => {
    const twice = `
      0 calls write_file#1 {"path":"src/a/x.ts","text":"new"}
      1 calls read_file#2 {"path":"src/a/x.ts","from":1}
      2 result#2 has first_part
      4 calls read_file#3 {"path":"src/a/x.ts","from":200}
      5 result#3 has second_part
      9 calls grep#4 {"pattern":"first_part"}`
    expect(referencesIn(twice).at(-1)).toBe('5 ← 2: first_part')
    const both = `
      0 calls bash#1 {"command":"cat src/a/x.ts src/a/y.ts"}
      1 result#1 has x_part and y_part
      3 calls write_file#2 {"path":"src/a/x.ts","text":"new"}
      5 calls bash#3 {"command":"cat src/a/x.ts"}
      6 result#3 has nothing
      9 calls grep#4 {"pattern":"y_part"}`
    expect(referencesIn(both).at(-1)).toBe('5 ← 1: y_part')
  })

  it('REF-1 a path on Windows is whole in a call, whatever letter follows its backslashes', () => {
    expect(
      referencesIn(String.raw`
        0 calls read_file#1 {"path":"c:\\Users\\u\\rain\\tests.ts"}
        1 result#1 nothing
        5 calls read_file#2 {"path":"C:\\Users\\u\\rain\\tests.ts"}`),
    ).toEqual([String.raw`2 ← 1: C:\\Users\\u\\rain\\tests.ts`])
  })

  it('REF-1 a file named twice in one call is read once', () => {
    expect(
      referencesIn(`
        0 calls bash#1 {"command":"cat src/a/x.ts; cat src/a/x.ts"}
        1 result#1 retryPolicy
        5 calls bash#2 {"command":"wc src/a/x.ts"}`),
    ).toEqual(['2 ← 1: src/a/x.ts'])
  })

  it('REF-1 if the first carrier was just read again, the latest carrier has the credit', () => {
    expect(
      referencesIn(`
        0 calls read_file#1 {"path":"src/a/x.ts"}
        1 result#1 retryPolicy in http_client
        2 result#8 only retryPolicy
        3 result#9 only http_client
        6 calls read_file#2 {"path":"src/a/x.ts"}
        7 result#2 all is new
        8 says retryPolicy of http_client`),
    ).toEqual(['4 ← 1: src/a/x.ts', '6 ← 3: retryPolicy · http_client'])
  })

  it('REF-1 in a shell, cat and sed -n read, redirection and sed -i write', () => {
    const lines = (command: string): string => `
      0 result#0 src/a/x.ts src/a/y.ts
      1 calls bash#1 {"command":"${command} src/a/x.ts"}
      2 result#1 some output
      6 calls bash#2 {"command":"wc src/a/x.ts"}`
    for (const reader of ['cat', 'sed -n 1,20p', 'cd /repo && head -5'])
      expect(referencesIn(lines(reader)).at(-1)).toBe('3 ← 2: src/a/x.ts')
    for (const other of ['cat b >', 'sed -i s/a/b/', 'pytest', 'python'])
      expect(referencesIn(lines(other)).at(-1)).toBe('3 ← 0: src/a/x.ts')
  })
})

describe('REF-1 what a call says by habit', () => {
  it('REF-1 a number that is a whole argument is no evidence between calls, of any two tools', () => {
    expect(
      referencesIn(`
        0 calls task_output#1 {"id":"b1","timeout":123456}
        5 calls bash#2 {"command":"make all","timeout":123456}
        9 calls read_file#3 {"path":"x","range":{"from": -4711},"limit":123456}`),
    ).toEqual([])
  })

  it('REF-1 such a number is evidence of a result or of a user who said it, and one in a command of a call', () => {
    expect(
      referencesIn(`
        0 user wait 123456 at most
        1 result#0 started as process 48211
        2 calls bash#1 {"command":"curl localhost:43117"}
        6 calls bash#2 {"command":"make all","timeout":123456}
        6 calls kill#3 {"pid":48211}
        7 calls bash#4 {"command":"nc localhost 43117"}`),
    ).toEqual(['3 ← 0: 123456', '4 ← 1: 48211', '5 ← 2: 43117'])
  })

  const commit = (what: string): string =>
    `{"command":"git commit -m \\"${what}\\n\\n🤖 Generated with [Some Tool](https://tool.example.com/some-tool)\\n\\nCo-Authored-By: Some Model 4.6 <noreply@model.example>\\""}`

  it('REF-1 the last lines of a commit message are dictated: they are no evidence of an earlier commit, nor of a list of commits', () => {
    expect(
      referencesIn(`
        0 result#0 commit Co-Authored-By: Some Model 4.6 <noreply@model.example>
        2 calls bash#1 ${commit('parser')}
        6 calls bash#2 ${commit('lexer')}`),
    ).toEqual([])
  })

  it('REF-1 they refer to a user who asked for them, and the rest of a commit refers as ever', () => {
    expect(
      referencesIn(`
        0 user end each commit with: Co-Authored-By: Some Model 4.6 <noreply@model.example>
        1 result#1 error in parse_header
        5 calls bash#2 ${commit('parse_header')}`),
    ).toEqual(['2 ← 0: Co-Authored-By: Some Model 4.6 <noreply@model.example', '2 ← 1: parse_header'])
  })
})

describe('REF-1 turns and strength', () => {
  it('EDIT-4 an input’s reference is visible at once, a response’s in the next turn', () => {
    const lines = conversation(`
      0 result#1 retryPolicy in http_client
      5 user retryPolicy or http_client?
      5 says retryPolicy, not http_client`)
    expect(observe(lines)).toMatchObject([
      { by: 1, turn: 5, visible: 5 },
      { by: 2, turn: 5, visible: 6 },
    ])
  })

  it('REF-1 strict needs more evidence, loose less', () => {
    const lines = (text: string): string => `0 result#1 user_id MAX_RETRIES retryPolicy\n5 ${text}`
    const strengths = ['strict', 'normal', 'loose'] as const
    const counts = (text: string): number[] => strengths.map((one) => referencesIn(lines(text), one).length)
    expect(counts('says user_id')).toEqual([0, 0, 1])
    expect(counts('says user_id MAX_RETRIES')).toEqual([0, 1, 1])
    expect(counts('says user_id MAX_RETRIES retryPolicy')).toEqual([1, 1, 1])
    expect(counts('calls bash#2 {"cmd":"x user_id"}')).toEqual([0, 1, 1])
    expect(counts('calls bash#2 {"cmd":"user_id MAX_RETRIES"}')).toEqual([1, 1, 1])
    expect(counts('says nothing')).toEqual([0, 0, 0])
  })
})
