import loadHighs from 'highs'
import type { Solve } from '../sim/internal.ts'

/** Nodes of the search tree after which an exact problem is given up. A limit of time would give other answers elsewhere. */
const MOST_NODES = 2000

/**
 * The solver HiGHS as WebAssembly, loaded when it is first needed. Its file comes from the page's own origin; under a
 * content security policy it needs `wasm-unsafe-eval`.
 */
export async function loadSolver(): Promise<Solve> {
  const highs = await loadHighs()
  const { optimal } = highs.constants.modelStatus
  return ({ gain, rows, whole }) => {
    const numCols = gain.length
    const starts = [0]
    const indices: number[] = []
    const values: number[] = []
    for (const row of rows) {
      indices.push(...row.columns)
      values.push(...row.values)
      starts.push(indices.length)
    }
    const { continuous, integer } = highs.constants.variableType
    const model = highs.createModel({
      numCols,
      numRows: rows.length,
      sense: highs.constants.objectiveSense.maximize,
      colCost: [...gain],
      colLower: gain.map(() => 0),
      colUpper: gain.map(() => 1),
      rowLower: rows.map(() => -highs.infinity),
      rowUpper: rows.map(({ most }) => most),
      matrix: { format: 'csr', numRows: rows.length, numCols, starts, indices, values },
      integrality: gain.map(() => (whole ? integer : continuous)),
    })
    try {
      model.options.set({ output_flag: false, mip_max_nodes: MOST_NODES, mip_rel_gap: 0 })
      const { modelStatus } = model.run()
      if (modelStatus !== optimal) return null
      return { value: model.getObjectiveValue(), x: [...model.getSolution().colValue] }
    } finally {
      model.dispose()
    }
  }
}
