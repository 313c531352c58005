import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { ZONES } from '../../pressure/pressure.ts'
import type { Condition, Operand } from './condition.ts'
import { quantities, countWindow } from './quantity.ts'
import type { Seen, WindowCount } from './quantity.ts'

/** Whether a condition holds before a step. The window is searched at most once, and only if needed. */
export function holds(condition: Condition, view: WindowView, context: StageContext): boolean {
  let made: WindowCount | null = null
  return judged(condition, { view, context, count: () => (made ??= countWindow(view)) })
}

function judged(condition: Condition, seen: Seen): boolean {
  switch (condition.kind) {
    case 'constant':
      return condition.holds
    case 'state':
      return valueOf({ kind: 'quantity', name: condition.name }, seen) === 1
    case 'not':
      return !judged(condition.of, seen)
    case 'and':
      return condition.of.every((part) => judged(part, seen))
    case 'or':
      return condition.of.some((part) => judged(part, seen))
    case 'comparison': {
      const left = valueOf(condition.left, seen)
      const right = valueOf(condition.right, seen)
      switch (condition.operator) {
        case '<':
          return left < right
        case '<=':
          return left <= right
        case '>':
          return left > right
        case '>=':
          return left >= right
        case '==':
          return left === right
        case '!=':
          return left !== right
      }
    }
  }
}

function valueOf(operand: Operand, seen: Seen): number {
  if (operand.kind === 'number') return operand.value
  if (operand.kind === 'zone') return ZONES.indexOf(operand.zone)
  return quantities[operand.name]?.of(seen) ?? 0
}

/**
 * The same condition with the parts first that need no search through the window. Evaluating has no side effects, so
 * the order changes only the time.
 */
export function cheapFirst(condition: Condition): Condition {
  switch (condition.kind) {
    case 'constant':
    case 'state':
    case 'comparison':
      return condition
    case 'not':
      return { kind: 'not', of: cheapFirst(condition.of) }
    case 'and':
    case 'or': {
      const parts = condition.of.map(cheapFirst)
      return {
        kind: condition.kind,
        of: [...parts.filter((part) => !isCounted(part)), ...parts.filter(isCounted)],
      }
    }
  }
}

function isCounted(condition: Condition): boolean {
  switch (condition.kind) {
    case 'constant':
      return false
    case 'state':
      return quantities[condition.name]?.counted === true
    case 'not':
      return isCounted(condition.of)
    case 'and':
    case 'or':
      return condition.of.some(isCounted)
    case 'comparison':
      return [condition.left, condition.right].some(
        (side) => side.kind === 'quantity' && quantities[side.name]?.counted === true,
      )
  }
}
