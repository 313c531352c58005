import { grouped } from '../../../engine/internal.ts'

/** US dollars with four digits everywhere, because a call of a small model costs less than a cent. */
export function money(usd: number): string {
  const [units = '', cents = ''] = Math.abs(usd).toFixed(4).split('.')
  const sign = usd < 0 && Number(units) + Number(cents) > 0 ? '−' : ''
  return `${sign}$${grouped(Number(units))}.${cents}`
}

/** A time with its two largest units: `1 h 12 min`, `12 min 30 s`, `45 s`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} s`
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  const whole = Math.round(seconds / 60)
  return `${grouped(Math.floor(whole / 60))} h ${whole % 60} min`
}
