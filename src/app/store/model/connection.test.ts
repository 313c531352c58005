import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { modelFacts } from '../../../llm/index.ts'
import type { ModelFacts } from '../../../llm/index.ts'
import { restoreChosen } from './chosen.ts'
import {
  chooseModel,
  connection,
  giveKey,
  keepInTab,
  mistakeIn,
  moveTo,
  PROVIDER,
  takeKeyAway,
} from './connection.ts'
import { offeredModels, setFacts } from './facts.ts'
import { currentKey, isKey, keyIn, restoreKey, withoutKey } from './key.ts'

const KEY = 'sk-ant-api03-for-tests-only'
const fresh = connection.getInitialState()

/** The storage of a tab. */
let tab: Map<string, string>

beforeEach(() => {
  tab = new Map()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (name: string) => tab.get(name) ?? null,
      setItem: (name: string, value: string) => tab.set(name, value),
      removeItem: (name: string) => tab.delete(name),
    },
  })
  connection.setState(fresh, true)
})

afterEach(() => {
  takeKeyAway()
  vi.unstubAllGlobals()
})

describe('LLM-2 the key', () => {
  it('the first script allows the address at which the page begins, and finds the chosen one where it is kept', () => {
    const script = readFileSync('public/fit.js', 'utf8')
    expect(script).toContain(`calls = '${PROVIDER}'`)
    moveTo('https://models.example')
    const [name] = [...tab].find(([, value]) => value === 'https://models.example') ?? ['nowhere']
    expect(script).toContain(`sessionStorage.getItem('${name}')`)
  })

  it.each([
    `Bearer ${KEY}`,
    `Authorization: Bearer ${KEY}`,
    `x-api-key: ${KEY}`,
    `ANTHROPIC_API_KEY=${KEY}`,
    `export ANTHROPIC_API_KEY="${KEY}"`,
    `ANTHROPIC_AUTH_TOKEN = '${KEY}'`,
    `"${KEY}",`,
    ` ${KEY}\n`,
  ])('LLM-2 is found in what was pasted around it: %j', (pasted) => {
    giveKey(pasted, false)
    expect(currentKey()).toBe(KEY)
  })

  it.each(['ollama', 'bearer', 'a=b', 'c2VjcmV0=', 'key:value', '"', 'x'])(
    'LLM-2 %j is a key as it stands',
    (key) => {
      expect([keyIn(key), isKey(key)]).toEqual([key, true])
    },
  )

  it.each(['', 'sk-ant api03', 'sk-ant-…', 'key\nkey'])('LLM-2 %j is no key', (key) => {
    expect(isKey(key)).toBe(false)
  })

  it('LLM-2 is only in memory, and in the tab only if a person asks', () => {
    giveKey(` ${KEY}\n`, false)
    expect(currentKey()).toBe(KEY)
    expect([...tab]).toEqual([])
    keepInTab(true)
    expect(connection.getState().inTab).toBe(true)
    expect([...tab.values()].join(' ')).toContain(KEY)
    keepInTab(false)
    expect([...tab]).toEqual([])
    expect(JSON.stringify(connection.getState())).not.toContain(KEY)
  })

  it('LLM-2 that a tab kept is restored for the address that it was given for', () => {
    moveTo('http://localhost:1234/v0/')
    giveKey(KEY, true)
    expect(restoreKey()).toBe('http://localhost:1234/v0')
    moveTo('http://localhost:1234/other')
    expect(restoreKey()).toBe('http://localhost:1234/other')
    takeKeyAway()
    expect([restoreKey(), currentKey()]).toEqual([null, ''])
  })

  it('LLM-2 is not restored from a storage that somebody modified', () => {
    for (const stored of ['', 'sk-plain', '"sk"', '[]', '["https://a.b"]', '["https://a.b",""]', '[1,"k"]']) {
      tab.set('context-window-lab key', stored)
      expect(restoreKey(), stored).toBeNull()
      expect(currentKey(), stored).toBe('')
    }
  })

  it('LLM-2 is deleted with its origin, and stays for another path of the same origin', () => {
    giveKey(KEY, true)
    moveTo(`${PROVIDER}/v2/`)
    expect(connection.getState()).toMatchObject({ hasKey: true, baseUrl: `${PROVIDER}/v2` })
    for (const next of ['http://localhost:1234', 'http://localhost:1235', 'https://localhost:1235']) {
      giveKey(KEY, true)
      connection.setState({ listed: [] })
      moveTo(next)
      expect(connection.getState()).toMatchObject({
        hasKey: false,
        inTab: false,
        baseUrl: next,
        listed: null,
      })
      // The tab keeps the address for the next load, whose policy allows it.
      expect([currentKey(), [...tab.values()]]).toEqual(['', [next]])
    }
  })

  it('LLM-2 stays in memory where a browser refuses to keep it', () => {
    vi.stubGlobal('window', {
      get sessionStorage(): never {
        throw new DOMException('no', 'SecurityError')
      },
    })
    giveKey(KEY, true)
    expect(connection.getState()).toMatchObject({ hasKey: true, inTab: false })
    expect(currentKey()).toBe(KEY)
  })
})

it('COST-1 COST-2 the tab keeps the limit, the model and a person’s own prices for a reload', () => {
  expect(restoreChosen()).toEqual({})
  const facts = modelFacts('claude-haiku-4-5') as ModelFacts
  const mine = { ...facts, price: { ...facts.price, input: 9 } }
  setFacts(mine)
  connection.setState({ cap: 0.05 })
  chooseModel('claude-opus-5', 'Claude Opus 5')
  expect(restoreChosen()).toEqual({
    cap: 0.05,
    model: 'claude-opus-5',
    label: 'Claude Opus 5',
    own: new Map([[mine.id, mine]]),
  })
})

it('COST-2 what somebody modified in the tab is no limit and no price', () => {
  for (const stored of ['', '1', '{}', '[]', '[1,2,-1,3]', '["a",null,"1","[{}]"]']) {
    tab.set('context-window-lab calls', stored)
    const { own, ...rest } = restoreChosen()
    expect([own?.size ?? 0, rest], stored).toEqual([0, {}])
  }
})

it('LLM-2 a word that a local server takes for a key is not replaced in messages', () => {
  for (const word of ['x', 'e', 'none', 'test', 'key']) {
    giveKey(word, false)
    expect(withoutKey('the provider does not accept the key: test none')).toBe(
      'the provider does not accept the key: test none',
    )
  }
  giveKey(KEY, false)
  expect(withoutKey(`not ${KEY}`)).toBe('not [key]')
})

describe('an address', () => {
  it.each([PROVIDER, 'https://proxy.example/anthropic', 'http://localhost:1234', 'http://127.0.0.1:8080/v1'])(
    'takes %s',
    (address) => {
      expect(mistakeIn(address)).toBeNull()
    },
  )

  it.each([
    ['', /not an address/],
    ['localhost:1234', /begin with https/],
    ['api.anthropic.com', /not an address/],
    ['http://example.com', /only addresses of this machine/],
    ['http://[::1]:9', /write localhost in place of/],
    ['http://127.0.0.1.example.com', /only addresses of this machine/],
    ['http://localhost.example.com', /only addresses of this machine/],
    ['https://user:secret@example.com', /a user name/],
    ['https://example.com/?key=1', /a question mark/],
    ['https://example.com/#a', /a hash/],
    ['file:///etc/passwd', /begin with https/],
    ['javascript:alert(1)', /begin with https/],
  ])('refuses %j', (address, words) => {
    expect(mistakeIn(address)).toMatch(words)
  })
})

describe('COST-1 the models that can be chosen', () => {
  it('COST-1 the page opens on one whose label and price are known', () => {
    const { model, label } = fresh
    expect(modelFacts(model)?.label).toBe(label)
  })

  it('COST-1 the provider’s list comes first, a short id is listed with its dated form, and no price is made up', () => {
    const listed = [
      { id: 'claude-next', label: 'Claude Next', maxInput: 5000, maxOutput: null, thinking: null },
      {
        id: 'claude-haiku-4-5-20251001',
        label: 'Claude Haiku 4.5',
        maxInput: null,
        maxOutput: null,
        thinking: null,
      },
    ]
    const offered = offeredModels({ own: new Map(), listed, model: 'mine' })
    expect(offered.slice(0, 2).map(({ id }) => id)).toEqual(['claude-next', 'claude-haiku-4-5-20251001'])
    const known = new Map(offered.map((one) => [one.id, one]))
    expect(known.get('claude-next')).toMatchObject({ label: 'Claude Next', facts: null })
    expect(known.get('mine')).toMatchObject({ label: 'mine', facts: null, listed: null })
    expect(known.get('claude-haiku-4-5')?.listed?.id).toBe('claude-haiku-4-5-20251001')
    expect(known.get('claude-opus-5')?.listed).toBeNull()
    expect(offered).toHaveLength(known.size)
  })
})
