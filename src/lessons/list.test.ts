import { describe, expect, it } from 'vitest'
import { policies, strategies } from '../engine/index.ts'
import { strategyNamed } from '../lessons/index.ts'
import { asWritten, SHOWN } from './list.ts'
import { asWrittenPolicies } from './lru.ts'
import { asWrittenStrategies } from './strategies.ts'

const titles = [
  'Sliding Message Window',
  'Claude Code from Scratch',
  'agentfit-rs',
  'Agent Context Window Management',
  'Short-Term Memory',
]

describe('the list of the articles’ defects', () => {
  const entries = Object.values(asWritten)

  it('every entry has its own name, and says what, why and what instead', () => {
    expect(Object.isFrozen(asWritten)).toBe(true)
    for (const [name, entry] of Object.entries(asWritten)) {
      expect(entry.name).toBe(name)
      expect(Object.isFrozen(entry)).toBe(true)
      for (const text of [entry.defect, entry.harm, entry.fix])
        expect([name, text]).toEqual([name, expect.stringMatching(/^[A-Z“e0-9].+\.$/)])
    }
  })

  it('every entry names an article and a rule', () => {
    for (const { name, article, rule } of entries)
      expect([name, article, rule]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^(?:${titles.join('|')})$`)),
        expect.stringMatching(
          /^(?:MSG|PAIR|VALID|TOK|LED|EDIT|PRES|EVI|COMP|ATOM|TRIM|TIER|ROLL|BUD|CROSS|HEALTH|MAN)-\d+$/,
        ),
      ])
  })

  it('lists all defects of “Sliding Message Window” and “agentfit-rs”', () => {
    const named = (title: string) =>
      entries.filter(({ article }) => article === title).map(({ name }) => name)
    expect(named('Sliding Message Window')).toEqual([
      'pair_counted_twice',
      'boundary_moves',
      'index_zero_falsy',
      'one_partner',
      'token_settings_unread',
    ])
    expect(named('agentfit-rs')).toEqual([
      'prose_goes_with_system',
      'middle_drops_newest',
      'oversize_never_refused',
      'reserve_underflows',
      'later_systems_lost',
      'twins_by_equality',
    ])
  })

  it('lists all defects of “Short-Term Memory”', () => {
    expect(entries.filter(({ article }) => article === 'Short-Term Memory').map(({ name }) => name)).toEqual([
      'budget_before_message',
      'list_no_boundary',
      'kept_loops_forever',
    ])
  })

  it('lists all defects of “Agent Context Window Management”', () => {
    expect(
      entries.filter(({ article }) => article === 'Agent Context Window Management').map(({ name }) => name),
    ).toEqual([
      'spike_by_mean',
      'velocity_of_differences',
      'lru_inverted',
      'set_policy_keeps_hybrid',
      'merge_without_scorer',
      'placeholders_never_made',
      'only_system_protected',
      'cascade_lacks_steps',
      'cascade_result_discarded',
      'every_turn_again',
      'old_in_full',
      'other_categories_lost',
      'high_is_normal',
      'budget_never_releases',
      'budget_exact_fit_blocked',
      'budget_reserve_as_room',
      'bootstrap_omits',
      'every_version_two',
      'plan_without_status',
      'health_utilization_at_once',
      'health_inflation_silent',
      'health_burn_never',
      'fidelity_of_the_beginning',
      'yes_in_yesterday',
      'no_questions_is_perfect',
      'methods_missing',
      'manager_tracks_nothing',
    ])
  })
})

describe('as-written strategies', () => {
  it('have other names than the correct ones, are flagged, and found by the same function', () => {
    const flagged = Object.keys(asWrittenStrategies)
    expect(flagged.filter((name) => Object.hasOwn(strategies, name))).toEqual([])
    expect(Object.keys(asWrittenPolicies).filter((name) => Object.hasOwn(policies, name))).toEqual([])
    for (const [name, strategy] of Object.entries(asWrittenStrategies)) {
      expect(strategy.name).toBe(name)
      expect(strategy.asWritten).toBe(true)
      expect(strategyNamed(name)).toBe(strategy)
    }
    for (const [name, strategy] of Object.entries(strategies)) {
      expect('asWritten' in strategy).toBe(false)
      expect(strategyNamed(name)).toBe(strategy)
    }
    expect(strategyNamed('constructor')).toBeUndefined()
  })

  it('each demonstrate entries of the list, and say so first', () => {
    for (const { name, meaning } of Object.values(asWrittenStrategies)) {
      const shows = SHOWN[name] ?? []
      expect(meaning).toMatch(new RegExp(`^As written in “(?:${titles.join('|')})”, with its defect: .+\\.$`))
      expect(shows.length).toBeGreaterThan(0)
      for (const entry of shows) expect(asWritten[entry.name]).toBe(entry)
    }
  })
})
