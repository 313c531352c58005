import type { Random } from '../../../engine/index.ts'
import type { Domain, Entity } from '../text/domains.ts'
import { capitalized, screaming, uncapitalized } from '../text/expand.ts'
import type { Slot } from '../text/expand.ts'

/**
 * Values of the slots in a piece of code: names of an entity and its fields, and numbers. A slot keeps its value within
 * one piece; `fn` and other values given by the caller come first.
 */
export function codeSlots(
  domain: Domain,
  entity: Entity,
  draws: Random,
  known: ReadonlyMap<string, string> = new Map(),
): Slot {
  const values = new Map(known)
  const texts = draws.shuffle(entity.texts)
  const numbers = draws.shuffle(entity.numbers)
  const times = draws.shuffle(entity.times)
  const fixed: readonly (readonly [string, string | undefined])[] = [
    ['E', entity.name],
    ['e', uncapitalized(entity.name)],
    ['Es', entity.plural],
    ['es', uncapitalized(entity.plural)],
    ['ENT', screaming(entity.name)],
    ['TABLE', entity.table],
    ['str1', texts[0]],
    ['str2', texts[1]],
    ['num1', numbers[0]],
    ['num2', numbers[1]],
    ['time1', times[0]],
    ['time2', times[1]],
    ['flag1', entity.flags[0]],
    ['st1', entity.states[0]],
    ['st2', entity.states[1]],
    ['st3', entity.states[2]],
    ['service', domain.service],
    ['prefix', domain.prefix],
  ]
  for (const [name, value] of fixed) {
    if (value === undefined || values.has(name)) continue
    values.set(name, value)
    if (/^[a-z]{3,}\d$/.test(name)) values.set(capitalized(name), capitalized(value))
  }
  return (name) => {
    const value = values.get(name) ?? number(name, domain, entity, draws)
    if (value !== undefined) values.set(name, value)
    return value
  }
}

function number(name: string, domain: Domain, entity: Entity, draws: Random): string | undefined {
  switch (name) {
    case 'n1':
    case 'n2':
      return String(draws.integer(2, 9))
    case 'm1':
      return String(draws.integer(11, 99))
    case 'big1':
      return String(draws.integer(1001, 9999))
    case 'ms1':
    case 'ms2':
      return String(draws.integer(15, 995) * 10)
    case 'CODE':
      return `${domain.prefix}_${screaming(entity.name)}_${draws.integer(1001, 9999)}`
    case 'ref':
      return `${domain.prefix.toLowerCase()}-${draws.integer(100001, 999999)}`
    default:
      return undefined
  }
}
