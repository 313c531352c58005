import type { Json } from '../../engine/index.ts'
import type { LiveTool, World } from '../live.ts'
import { fieldsOf, InputFault } from './input.ts'
import type { Fields } from './input.ts'

/** A tool as its file writes it down. */
interface Draft {
  readonly name: string
  readonly description: string
  /** Each key with its type and what it is. */
  readonly keys: Readonly<
    Record<string, { readonly type: 'string' | 'integer' | 'boolean'; readonly description: string }>
  >
  readonly required: readonly string[]
  /** What it says, and the world afterwards where that changed. An InputFault that it throws becomes a failed result. */
  readonly act: (
    fields: Fields,
    world: World,
  ) => { readonly text: string; readonly failed?: boolean; readonly world?: World }
}

/** A tool with its definition as a request declares it, whose results say what was wrong with an input. */
export function toolOf({ name, description, keys, required, act }: Draft): LiveTool {
  const properties: Json = Object.fromEntries(Object.entries(keys).map(([key, told]) => [key, { ...told }]))
  return Object.freeze({
    definition: {
      name,
      description,
      input_schema: { type: 'object', properties, required: [...required], additionalProperties: false },
    },
    run(input, world) {
      try {
        const {
          text,
          failed = false,
          world: after = world,
        } = act(fieldsOf(name, input, Object.keys(keys)), world)
        return { text, failed, world: after }
      } catch (fault) {
        if (!(fault instanceof InputFault)) throw fault
        return { text: fault.message, failed: true, world }
      }
    },
  } satisfies LiveTool)
}

/** A world in which one file has another text. */
export function withFile(world: World, path: string, text: string): World {
  const files = [...world.files].filter(([other]) => other !== path)
  return { files: new Map([...files, [path, text] as const].toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}
