import { policies } from '../engine/index.ts'
import { named, weightsSetting } from '../engine/internal.ts'
import type { LadderSetting, Setting, SettingsSpec, StagesSetting } from '../engine/index.ts'
import { configSpec } from './declaration.ts'
import { SHARE_KEY } from './ladder.ts'
import { STEP_MEANINGS } from './step.ts'

/** A JSON Schema, or a part of one. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * The JSON Schema (draft 2020-12) of a config, for editors: every declared key with type, range, default and meaning. A
 * schema cannot express constraints between keys (the order of thresholds, sums).
 */
export function configJsonSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Config of Context Window Lab',
    ...schemaOfGroup(configSpec),
    allOf: Object.values(policies).map((policy) => ({
      if: policyIs(policy.name),
      // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema; nobody awaits this.
      then: { properties: { eviction: { properties: { weights: weightsOf(policy.name) } } } },
    })),
  }
}

function policyIs(name: string): JsonSchema {
  return {
    required: ['eviction'],
    properties: {
      eviction: {
        type: 'object',
        // Without a policy the default one is meant.
        ...(defaultPolicy() === name ? {} : { required: ['policy'] }),
        properties: { policy: { const: name } },
      },
    },
  }
}

function defaultPolicy(): string | null {
  const { eviction } = configSpec
  const policy = eviction?.kind === 'group' ? eviction.settings['policy'] : undefined
  return policy?.kind === 'choice' ? policy.default : null
}

/** The signals of one policy, or the complete set of another's, which is ignored with a warning. */
function weightsOf(name: string): JsonSchema {
  const namesOf = (policy: string) => {
    const entry = named(policies, policy)
    return entry === undefined ? [] : Object.keys(weightsSetting(entry).choices)
  }
  const others = Object.keys(policies).filter((other) => other !== name)
  return {
    anyOf: [
      { propertyNames: { enum: namesOf(name) } },
      ...others.map((other) => ({ propertyNames: { enum: namesOf(other) }, required: namesOf(other) })),
    ],
  }
}

function schemaOfGroup(spec: SettingsSpec): JsonSchema {
  const declared = Object.entries(spec).flatMap(([key, setting]) => {
    const own = [key, schemaOf(setting)] as const
    const alias = setting.kind === 'number' ? setting.alias : undefined
    return alias === undefined ? [own] : [own, [alias, schemaOf(setting)] as const]
  })
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries(declared),
    additionalProperties: false,
  }
}

function schemaOf(setting: Setting): JsonSchema {
  switch (setting.kind) {
    case 'number':
      return {
        description: `${setting.meaning} (${setting.unit})`,
        default: setting.default,
        ...rangeOf(setting),
      }
    case 'boolean':
      return { description: setting.meaning, default: setting.default, enum: [true, false, 'on', 'off'] }
    case 'choice':
      return { description: setting.meaning, default: setting.default, ...choiceOf(setting.choices) }
    case 'names':
      return {
        description: setting.meaning,
        default: setting.default,
        type: 'array',
        items: choiceOf(setting.choices),
      }
    case 'numbers':
      return {
        description: `${setting.meaning} (${setting.unit})`,
        default: setting.default,
        type: ['object', 'null'],
        properties: Object.fromEntries(
          Object.entries(setting.choices).map(([name, meaning]) => [
            name,
            { description: meaning, ...rangeOf(setting) },
          ]),
        ),
        additionalProperties: false,
      }
    case 'text':
      return {
        description: setting.meaning,
        default: setting.default,
        type: 'string',
        pattern: setting.pattern,
      }
    case 'texts':
      return {
        description: setting.meaning,
        default: setting.default,
        type: 'array',
        items: { type: 'string', pattern: setting.pattern },
      }
    case 'ladder':
      return ladderSchema(setting)
    case 'stages':
      return stagesSchema(setting)
    case 'group':
      return { description: setting.meaning, ...schemaOfGroup(setting.settings) }
  }
}

function ladderSchema(setting: LadderSetting): JsonSchema {
  const step = choiceOf(setting.choices)
  return {
    description: `${setting.meaning} (${setting.unit})`,
    default: setting.default,
    type: ['object', 'null'],
    propertyNames: { pattern: SHARE_KEY },
    additionalProperties: { anyOf: [step, { type: 'array', items: step, minItems: 1 }] },
  }
}

/** A list of names and steps; a step's own settings refer to the same places in the sections. */
function stagesSchema(setting: StagesSetting): JsonSchema {
  const { choices, settings, unit } = setting
  const stage = choiceOf(choices)
  const step = {
    type: 'object',
    required: ['stage'],
    properties: {
      stage,
      when: { description: STEP_MEANINGS.when, type: ['string', 'null'] },
      at: {
        description: `${STEP_MEANINGS.at} (${unit})`,
        type: ['number', 'null'],
        minimum: 0,
        maximum: 1,
      },
      with: { description: STEP_MEANINGS.with, type: ['object', 'null'] },
    },
    additionalProperties: false,
    allOf: Object.entries(settings).map(([name, spec]) => ({
      if: { required: ['stage'], properties: { stage: { const: name } } },
      // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema; nobody awaits this.
      then: { properties: { with: sameAs(spec, configSpec, '#') } },
    })),
  }
  return {
    description: setting.meaning,
    default: setting.default,
    type: ['array', 'null'],
    maxItems: setting.mostSteps,
    items: { anyOf: [stage, step] },
  }
}

/** A group with some of the settings of another, by reference to that one. */
function sameAs(spec: SettingsSpec, whole: SettingsSpec, at: string): JsonSchema {
  const properties = Object.entries(spec).map(([key, setting]) => {
    const place = `${at}/properties/${key}`
    const there = whole[key]
    const part = setting.kind === 'group' && there?.kind === 'group' && there.settings !== setting.settings
    return [key, part ? sameAs(setting.settings, there.settings, place) : { $ref: place }] as const
  })
  return { type: ['object', 'null'], properties: Object.fromEntries(properties), additionalProperties: false }
}

function rangeOf(setting: {
  readonly min: number
  readonly max: number
  readonly integer: boolean
}): JsonSchema {
  return { type: setting.integer ? 'integer' : 'number', minimum: setting.min, maximum: setting.max }
}

/** `oneOf` with a description each, so that an editor can explain a choice. */
function choiceOf(choices: Readonly<Record<string, string>>): JsonSchema {
  return {
    type: 'string',
    oneOf: Object.entries(choices).map(([name, description]) => ({ const: name, description })),
  }
}
