import type { Json, Milliseconds } from '../../../engine/index.ts'

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(?:(Z|z)|([+-])(\d\d)(?::?(\d\d))?)?$/

/** As headers of HTTP have it. */
const HTTP = /^[A-Z][a-z]{2}, (\d\d?) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const DAY = 86_400_000
const MONTH_DAYS = Object.freeze([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])

/**
 * A point in time as logs write it, in milliseconds since 1970: an ISO text (without a zone it is read as UTC), the
 * text of a header, seconds or milliseconds. Null for everything else.
 */
export function instantOf(value: Json | undefined): Milliseconds | null {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return null
  const match = ISO.exec(value) ?? ISO.exec(isoOfHeader(value))
  if (!match) return null
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second = '0',
    fraction = '0',
    ,
    sign,
    zoneHour = '0',
    zoneMinute = '0',
  ] = match
  const days = daysSince1970(Number(year), Number(month), Number(day))
  if (days === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -60_000 : 60_000)
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  return days * DAY + clock + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset
}

/** The ISO text of a time, in UTC with milliseconds, as logs write it. */
export function isoOf(time: Milliseconds): string {
  const days = Math.floor(time / DAY)
  const clock = time - days * DAY
  const { year, month, day } = dateOf(days)
  const two = (value: number): string => String(value).padStart(2, '0')
  const hour = Math.floor(clock / 3_600_000)
  const minute = Math.floor(clock / 60_000) % 60
  const second = Math.floor(clock / 1000) % 60
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}.${String(clock % 1000).padStart(3, '0')}Z`
}

function isoOfHeader(text: string): string {
  const [, day = '', month = '', year = '', clock = ''] = HTTP.exec(text) ?? []
  const two = (value: string | number): string => String(value).padStart(2, '0')
  return `${year}-${two(MONTHS.indexOf(month) + 1)}-${two(day)}T${clock}Z`
}

/** Seconds and milliseconds are distinguished by size: 1e11 seconds are the year 5138, 1e11 milliseconds 1973. */
function fromNumber(value: number): Milliseconds | null {
  if (!(value > 0 && value < 1e14)) return null
  return Math.round(value < 1e11 ? value * 1000 : value)
}

/** Days from 1970-01-01 to a date of the Gregorian calendar; null if there is no such date. */
function daysSince1970(year: number, month: number, day: number): number | null {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = (MONTH_DAYS[month - 1] ?? 0) + (month === 2 && leap ? 1 : 0)
  if (day < 1 || day > length) return null
  // years begin in March, so that the leap day is the last of its year; 400 years are 146,097 days
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function dateOf(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}
