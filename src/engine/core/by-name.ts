/**
 * The members of a family by name, in their order. A name is written once, in the member; the type of the keys is the
 * union of the names, so another table over them cannot miss one.
 */
export function byName<const Name extends string, Member extends { readonly name: Name }>(
  list: readonly Member[],
): Readonly<Record<Member['name'], Member>> {
  return Object.freeze(Object.fromEntries(list.map((member) => [member.name, member]))) as Readonly<
    Record<Member['name'], Member>
  >
}

/** The member of a family with a name that comes from a text or a record; undefined if there is none. */
export function named<Member>(family: Readonly<Record<string, Member>>, name: string): Member | undefined {
  return Object.hasOwn(family, name) ? family[name] : undefined
}
