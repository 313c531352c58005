/**
 * The members of a family by their own names, in their order. A name is written once, in the member; the type of the keys
 * is the union of the names, so that a table of something else over it cannot miss one.
 */
export function byName<const Name extends string, Member extends { readonly name: Name }>(
  list: readonly Member[],
): Readonly<Record<Member['name'], Member>> {
  return Object.freeze(Object.fromEntries(list.map((member) => [member.name, member]))) as Readonly<
    Record<Member['name'], Member>
  >
}

/** The member of a family under a name that comes from a text or a record; undefined where the family has none such. */
export function named<Member>(family: Readonly<Record<string, Member>>, name: string): Member | undefined {
  return Object.hasOwn(family, name) ? family[name] : undefined
}
