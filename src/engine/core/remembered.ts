/**
 * The same function, but it computes the result for an object once and keeps it as long as the object exists. Only for
 * results that depend on nothing else than an object that never changes.
 */
export function remembered<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { readonly made: Made }>()
  return (of) => {
    let one = known.get(of)
    if (one === undefined) known.set(of, (one = { made: make(of) }))
    return one.made
  }
}
