import type { Unit } from './claim/claim.ts'

/** A figure for people: 80 % · +3.5 points · 12.5 times · 1,234 tokens · turns to the power 1.42 · 3 left alone. */
export function figureText(value: number, unit: Unit): string {
  switch (unit) {
    case 'share':
      return `${sign(value)}${Math.abs(value * 100).toFixed(1)} %`
    case 'points':
      return `${value > 0 ? '+' : sign(value)}${Math.abs(value * 100).toFixed(1)} points`
    case 'times':
      return `${value.toFixed(1)} times`
    case 'tokens':
      return `${Math.round(value).toLocaleString('en')} tokens`
    case 'power':
      return `turns to the power ${value.toFixed(2)}`
    case 'alone':
      return `${value} left alone`
    case 'turns':
      return `${value} turns`
  }
}

function sign(value: number): string {
  return value < 0 ? '−' : ''
}
