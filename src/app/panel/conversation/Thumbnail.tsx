import { LAYERS, layerPath } from './silhouette.ts'
import { SILHOUETTES } from './silhouettes.ts'

const HUES = {
  setup: 'type-system_prompt',
  person: 'type-user_message',
  model: 'type-assistant_response',
  results: 'type-tool_result',
} as const

/** A small picture of a scenario's strata; decoration beside its name. */
export function Thumbnail({ scenario }: { readonly scenario: string }) {
  const silhouette = SILHOUETTES[scenario]
  if (silhouette === undefined) return null
  const { edges } = silhouette
  return (
    <svg
      className="thumbnail"
      viewBox={`0 0 ${edges.results.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {LAYERS.map((layer) => (
        <path key={layer} className={HUES[layer]} d={layerPath(edges, layer)} />
      ))}
    </svg>
  )
}
