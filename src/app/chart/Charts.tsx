import type { Comparison } from '../../worker/protocol.ts'

/** The charts of the comparison. */
export function Charts({ comparison }: { readonly comparison: Comparison }) {
  return <section className="panel charts" data-lanes={comparison.lanes.length} />
}
