import type { CapLetter } from './caps.ts'
import type { Letter } from './shapes.ts'

/** The letter of a block's type, in its band. */
export function TypeLetters({ letters }: { readonly letters: readonly Letter[] }) {
  return letters.map(({ key, type, x, y, text }) => (
    <text key={key} className={`letter on-${type}`} x={x} y={y}>
      {text}
    </text>
  ))
}

/** Why blocks ended, beside their caps. */
export function CapLetters({ letters }: { readonly letters: readonly CapLetter[] }) {
  return letters.map(({ key, x, y, text, lost }) => (
    <text key={key} className={lost ? 'cap-letter lost' : 'cap-letter'} x={x} y={y}>
      {text}
    </text>
  ))
}
