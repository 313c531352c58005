/**
 * A validator of the keywords that our schemas use, written from the standard; it refuses any other.
 *
 * @param whole where references point into
 */
export function accepts(schema: unknown, value: unknown, whole: unknown = schema): boolean {
  const rules = schema as Record<string, unknown>
  return Object.entries(rules).every(([keyword, rule]) => holds(keyword, rule, rules, value, whole))
}

function holds(
  keyword: string,
  rule: unknown,
  rules: Record<string, unknown>,
  value: unknown,
  whole: unknown,
): boolean {
  const object = isObject(value) ? value : null
  switch (keyword) {
    case '$ref':
      return accepts(partAt(rule as string, whole), value, whole)
    case '$schema':
    case '$defs':
    case 'title':
    case 'description':
    case 'default':
    case 'then':
      return true
    case 'type':
      return [rule].flat().some((type) => typesOf(value).includes(type as string))
    case 'enum':
      return (rule as unknown[]).includes(value)
    case 'const':
      return rule === value
    case 'minimum':
      return typeof value !== 'number' || value >= (rule as number)
    case 'maximum':
      return typeof value !== 'number' || value <= (rule as number)
    case 'items':
      return !Array.isArray(value) || value.every((item) => accepts(rule, item, whole))
    case 'properties':
      return Object.entries(rule as object).every(
        ([key, part]) => object === null || !Object.hasOwn(object, key) || accepts(part, object[key], whole),
      )
    case 'additionalProperties':
      return Object.entries(object ?? {}).every(
        ([key, part]) =>
          Object.hasOwn(rules['properties'] ?? {}, key) || (rule !== false && accepts(rule, part, whole)),
      )
    case 'pattern':
      return typeof value !== 'string' || new RegExp(rule as string, 'u').test(value)
    case 'minItems':
      return !Array.isArray(value) || value.length >= (rule as number)
    case 'maxItems':
      return !Array.isArray(value) || value.length <= (rule as number)
    case 'propertyNames':
      return Object.keys(object ?? {}).every((key) => accepts(rule, key, whole))
    case 'required':
      return object === null || (rule as string[]).every((key) => Object.hasOwn(object, key))
    case 'allOf':
      return (rule as unknown[]).every((part) => accepts(part, value, whole))
    case 'anyOf':
      return (rule as unknown[]).some((part) => accepts(part, value, whole))
    case 'oneOf':
      return (rule as unknown[]).filter((part) => accepts(part, value, whole)).length === 1
    case 'if':
      return !accepts(rule, value, whole) || accepts(rules['then'], value, whole)
    default:
      throw new Error(`unknown keyword ${keyword}`)
  }
}

/** The part of the schema that a reference such as `#/properties/eviction` points to. */
function partAt(reference: string, whole: unknown): unknown {
  const [root, ...keys] = reference.split('/')
  if (root !== '#') throw new Error(`a reference into another schema: ${reference}`)
  return keys.reduce<unknown>((part, key) => {
    if (!isObject(part) || !Object.hasOwn(part, key)) throw new Error(`a reference to nothing: ${reference}`)
    return part[key]
  }, whole)
}

function typesOf(value: unknown): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['number', 'integer'] : ['number']
  return [typeof value]
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
