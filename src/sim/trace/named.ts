/** What every entry of a catalogue has: its key there, a type of its own. */
export interface Named<Name extends string = string> {
  readonly name: Name
}

/** A list by the names of its entries, in its order. */
export function named<const Entry extends Named>(
  list: readonly Entry[],
): { readonly [Name in Entry['name']]: Extract<Entry, Named<Name>> } {
  return Object.freeze(Object.fromEntries(list.map((entry) => [entry.name, entry]))) as never
}
