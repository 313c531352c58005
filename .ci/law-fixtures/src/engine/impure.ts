// Every line that ends in `refused` must be reported by the linter.
export const clock = () => [Date.now(), new Date(0)] // refused
export const otherClock = () => performance.now() // refused
export const hiddenClock = () => globalThis.Date.now() // refused
export const ids = () => crypto.randomUUID() // refused
export const locale = new Intl.NumberFormat('en') // refused
export const net = () => fetch('/') // refused
export const later = () => setTimeout(clock, 1) // refused
export const chance = () => Math.random() // refused
export const decay = (age: number) => Math.exp(-age / 10) // refused
export const ratio = (a: number, b: number) => Math.log(a) - Math.log2(b) // refused
export const root = (a: number) => Math.cbrt(a) // refused
export const wave = (a: number) => Math['sin'](a) // refused
export const { hypot } = Math // refused
export const cube = (a: number) => a ** 3 // refused
export function grow(a: number): number {
  let grown = a
  grown **= 2 // refused
  return grown
}
export const order = (a: string, b: string) => a.localeCompare(b) // refused
export const shown = (a: number) => a.toLocaleString() // refused
export const upper = (a: string) => a.toLocaleUpperCase() // refused
export const sorted = (a: readonly number[]) => [...a].sort() // refused
export async function work(): Promise<number> {
  return 1
}
export function forget(): void {
  work() // refused
}
export function name(kind: 'call' | 'result'): string {
  // oxfmt-ignore
  switch (kind) { // refused
    case 'call':
      return 'call'
  }
  return 'other'
}
export const anything = (a: any) => String(a) // refused
export const weak = (a: object) => new WeakRef(a) // refused
export const allowed = (a: number) => Math.sqrt(Math.max(0, Math.floor(a)))
