/** The value of a name in source code: a number, a function of one number, or null for "unknown". */
export type Meaning = number | ((value: number) => number | null) | null

/**
 * The value of an expression of numbers, names (such as `hold.placedAt`), + - * /, parentheses, and calls with one
 * argument. Null for everything else, because a guess would count as a test result.
 */
export function valueOf(expression: string, meaningOf: (name: string) => Meaning): number | null {
  const pieces = piecesOf(expression)
  if (pieces === null) return null
  let at = 0

  function sum(): number | null {
    let total = product()
    while (pieces?.[at] === '+' || pieces?.[at] === '-') {
      const minus = pieces[at++] === '-'
      total = both(total, product(), (a, b) => (minus ? a - b : a + b))
    }
    return total
  }

  function product(): number | null {
    let total = single()
    while (pieces?.[at] === '*' || pieces?.[at] === '/') {
      const over = pieces[at++] === '/'
      total = both(total, single(), (a, b) => (over ? a / b : a * b))
    }
    return total
  }

  function single(): number | null {
    const piece = pieces?.[at++]
    if (piece === undefined) return null
    if (piece === '-') return both(0, single(), (a, b) => a - b)
    if (piece === '(') return closed()
    if (/^\d/.test(piece)) return Number(piece.replaceAll('_', ''))
    if (!/^[A-Za-z_$]/.test(piece)) return null
    const meaning = meaningOf(piece)
    if (pieces?.[at] !== '(') return typeof meaning === 'number' ? meaning : null
    at += 1
    const argument = closed()
    return typeof meaning === 'function' && argument !== null ? meaning(argument) : null
  }

  function closed(): number | null {
    const inner = sum()
    return pieces?.[at++] === ')' ? inner : null
  }

  const value = sum()
  return at === pieces.length && value !== null && Number.isFinite(value) ? value : null
}

function both(a: number | null, b: number | null, of: (a: number, b: number) => number): number | null {
  return a === null || b === null ? null : of(a, b)
}

/** Longer expressions than anybody writes by hand are not read. */
const MOST_PIECES = 200

function piecesOf(expression: string): readonly string[] | null {
  const pieces = expression.match(/\d[\d_]*(?:\.\d+)?|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*|\S/g) ?? []
  return pieces.length === 0 || pieces.length > MOST_PIECES ? null : pieces
}
