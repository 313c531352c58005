/**
 * The same function, which works out an object's value once and keeps it as long as the object is there. For what
 * depends on an object that nobody changes, and on nothing else.
 */
export function remembered<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { readonly made: Made }>()
  return (of) => {
    let one = known.get(of)
    if (one === undefined) known.set(of, (one = { made: make(of) }))
    return one.made
  }
}
