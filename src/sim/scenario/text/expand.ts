import type { Random } from '../../../engine/index.ts'

/** The value of a `$name` in a template; undefined for an unknown name. */
export type Slot = (name: string) => string | undefined

/**
 * Expands a template. `‹a¦b¦c›` is one of its alternatives, `$name` a slot. Because templates of code are in template
 * literals themselves, `~` means a backtick and `$[` means `${` with `]~` or `]` closing it. Alternatives do not nest.
 * Throws for a slot without a value.
 */
export function expand(template: string, slot: Slot, draws: Random): string {
  return template
    .replace(/‹([^›]*)›/g, (_, inside: string) => draws.pick(inside.split('¦')))
    .replace(/~/g, '`')
    .replace(/\$\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]/g, (_, inside: string) => '${' + inside + '}')
    .replace(/\$([A-Za-z]+\d?)/g, (_, name: string) => fill(name, slot))
}

/** `$EsBy` is the slot `Es` followed by `By`: the longest known name wins. */
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
