import type { Json } from '../../engine/index.ts'
import type { LiveTool, World } from '../live.ts'
import { fieldsOf, InputFault } from './input.ts'
import type { Fields } from './input.ts'

/** The specification of a tool. */
interface Draft {
  readonly name: string
  readonly description: string
  /** Each key with its type and description. */
  readonly keys: Readonly<
    Record<string, { readonly type: 'string' | 'integer' | 'boolean'; readonly description: string }>
  >
  readonly required: readonly string[]
  /** The tool's output, and the new world if it changed. An InputFault becomes a failed result. */
  readonly act: (
    fields: Fields,
    world: World,
  ) => { readonly text: string; readonly failed?: boolean; readonly world?: World }
}

/** A tool from its specification, whose results report errors in the input. */
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

/** The world with another text in one file. */
export function withFile(world: World, path: string, text: string): World {
  const files = [...world.files].filter(([other]) => other !== path)
  return { files: new Map([...files, [path, text] as const].toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}
