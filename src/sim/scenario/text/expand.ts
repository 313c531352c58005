import type { Random } from '../../../engine/index.ts'

/** What stands for a `$name` in a template; undefined where the name means nothing. */
export type Slot = (name: string) => string | undefined

/**
 * Writes out a template. `‹a¦b¦c›` is one of its alternatives, `$name` a slot; and because templates
 * of code live in template literals themselves, `~` stands for a backtick and `$[` for `${` with `]~`
 * or `]` closing it. Alternatives do not nest. Throws on a slot that nobody fills.
 */
export function expand(template: string, slot: Slot, draws: Random): string {
  return template
    .replace(/‹([^›]*)›/g, (_, inside: string) => draws.pick(inside.split('¦')))
    .replace(/~/g, '`')
    .replace(/\$\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]/g, (_, inside: string) => '${' + inside + '}')
    .replace(/\$([A-Za-z]+\d?)/g, (_, name: string) => fill(name, slot))
}

/** `$EsBy` is the slot `Es` followed by `By`: the longest name that means something wins. */
function fill(name: string, slot: Slot): string {
  for (let end = name.length; end > 0; end -= 1) {
    const value = slot(name.slice(0, end))
    if (value !== undefined) return value + name.slice(end)
  }
  throw new Error(`no value for the slot of a template: $${name}`)
}

/** `isDisputed` → `IsDisputed`. */
export function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** `AuditEntry` → `auditEntry`. */
export function uncapitalized(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1)
}

/** `AuditEntry` → `AUDIT_ENTRY`. */
export function screaming(word: string): string {
  return word.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
}
