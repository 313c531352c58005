/** Fills of the types that share a hue with another: the hue with a hatch above it. Areas have one fill only. */
export function HatchedTypes() {
  return (
    <svg className="patterns" width="0" height="0">
      <defs>
        {(['tool_definition', 'tool_call'] as const).map((type) => (
          <pattern
            key={type}
            id={`hatched-${type}`}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className={`hatched-ground type-${type}`} width="5" height="5" />
            <rect className="hatched-lines" width="1.4" height="5" />
          </pattern>
        ))}
      </defs>
    </svg>
  )
}
