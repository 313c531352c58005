import type { Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'
import type { Deed } from './deed.ts'
import type { Fact, Recorder } from './recorder.ts'
import type { SourceFile } from './source-file.ts'
import type { Phase, SpeechKind } from './text/speech.ts'
import type { Topic, Voice } from './voice.ts'
import type { Workspace } from './workspace.ts'

export interface AgentSettings {
  /** Share of replies that begin with thinking, 0…1. */
  readonly thinking: number
  /** Odds, 0…1, that something remembered of a file is needed again. */
  readonly fileOdds: number
}

/** One step of the agent: what it says it does next, and the calls by which it does it. */
export interface Step {
  readonly phase: Phase
  readonly next: SpeechKind | null
  readonly topic?: Topic
  /** Said instead of a template, where the story has words of its own. */
  readonly text?: string
  readonly deeds: readonly Deed[]
  readonly uses?: readonly Fact[]
  readonly plants?: readonly Fact[]
}

/** Most facts that one reply recalls besides what its own step uses. */
const RECALLS_PER_REPLY = 2

/**
 * Plays the coding agent of a scenario: a reply says what the last results showed, recalls facts that are
 * due, and announces the next calls. Recorder, workspace and agenda are kept in step.
 */
export class CodingAgent {
  readonly workspace: Workspace
  readonly recorder: Recorder
  readonly agenda: Agenda
  readonly voice: Voice
  readonly #chance: Chance
  readonly #settings: AgentSettings
  readonly #landmarks = new Map<string, readonly Fact[]>()
  #saw: { readonly kind: SpeechKind; readonly topic: Topic } | null = null

  constructor(
    parts: {
      readonly workspace: Workspace
      readonly recorder: Recorder
      readonly agenda: Agenda
      readonly voice: Voice
      readonly chance: Chance
    },
    settings: AgentSettings,
  ) {
    this.workspace = parts.workspace
    this.recorder = parts.recorder
    this.agenda = parts.agenda
    this.voice = parts.voice
    this.#chance = parts.chance
    this.#settings = settings
  }

  /** Makes a file known: its text goes into the workspace, its landmarks may be remembered by who reads it. */
  settle(file: SourceFile): void {
    this.workspace.put(file.path, file.text)
    this.#landmarks.set(file.path, file.landmarks)
  }

  hear(text: string, plants: readonly Fact[]): void {
    this.recorder.hear(text, plants)
    this.#saw = null
  }

  /** One reply and, where it has calls, their results. */
  act(step: Step): void {
    const turn = this.recorder.turn
    const topic = { thing: 'this', aim: this.voice.aim(step.phase), ...step.deeds[0]?.topic, ...step.topic }
    const thinks = this.#chance('structure', `thinking ${turn}`).uniform() < this.#settings.thinking
    const recalled = this.agenda
      .due(turn, RECALLS_PER_REPLY)
      .filter((fact) => this.recorder.knows(fact) && !(step.uses ?? []).some((it) => it.key === fact.key))
    const artifacts = step.deeds.flatMap((deed) => this.#artifact(deed))
    const sentences = [
      this.#saw === null ? '' : this.voice.say(this.#saw.kind, { thing: topic.thing, ...this.#saw.topic }),
      ...recalled.map((fact) => this.voice.variant(fact.key, fact.recall)),
      step.text ?? (step.next === null ? '' : this.voice.say(step.next, topic)),
    ]
    this.recorder.reply({
      ...(thinks ? { thinking: this.#thought(step.phase, topic) } : {}),
      text: sentences.filter((sentence) => sentence !== '').join(' '),
      calls: step.deeds.map((deed) => deed.call),
      uses: [...recalled, ...artifacts, ...(step.uses ?? [])],
      plants: step.plants ?? [],
    })
    for (const fact of step.plants ?? []) this.agenda.note(fact, turn, 0.6)
    this.#saw = null
    if (step.deeds.length > 0) this.#receive(step.deeds)
  }

  #receive(deeds: readonly Deed[]): void {
    const performed = deeds.map((deed) => ({ deed, answer: deed.perform() }))
    const turn = this.recorder.turn
    this.recorder.answer(
      performed.map(({ deed, answer }) => {
        const shown = deed.call.name === 'read_file' ? this.#seen(deed.path, answer.text) : []
        for (const fact of shown) {
          if (this.recorder.knows(fact)) continue
          this.agenda.note(fact, turn, this.#settings.fileOdds, () => this.#stillThere(fact, deed.path))
        }
        const fromRead = deed.call.name === 'read_file' ? [fileFact(deed.path, [])] : []
        return { ...answer, plants: [...(answer.plants ?? []), ...shown, ...fromRead] }
      }),
    )
    const last = deeds.at(-1)
    if (last === undefined) return
    const reads = deeds.filter((deed) => deed.call.name === 'read_file')
    const many = reads.length > 1 && last.saw === 'saw-read'
    this.#saw = { kind: many ? 'saw-many' : last.saw, topic: last.topic }
  }

  /** Landmarks of a file that a piece of its text shows. */
  #seen(path: string, text: string): Fact[] {
    return (this.#landmarks.get(path) ?? [])
      .filter((fact) => fact.evidence.every((string) => text.includes(string)))
      .map((fact) => ({ ...fact, again: () => this.#stillThere(fact, path) }))
  }

  #stillThere(fact: Fact, path: string): boolean {
    return this.workspace.has(path) && fact.evidence.every((string) => this.workspace.text(path).includes(string))
  }

  /** The lines that an edit replaces are needed from the last read of the file, where they were read. */
  #artifact(deed: Deed): Fact[] {
    if (deed.replaces === null) return []
    const source = this.recorder.sourceText(fileFact(deed.path, []).key)
    if (source === null) return []
    const lines = deed.replaces
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length >= 24 && !/["\\]/.test(line) && source.includes(line))
    const distinct = lines.filter((line) => this.workspace.search(line).length === 1)
    const evidence = distinct.slice(0, 2)
    return evidence.length === 0 ? [] : [fileFact(deed.path, evidence)]
  }

  #thought(phase: Phase, topic: Topic): string {
    const names = { fn: topic['fn'] ?? '', file: topic['file'] ?? '' }
    return this.voice.think(phase, {
      ...topic,
      fn: names.fn === '' ? 'the handler' : names.fn,
      file: names.file === '' ? 'the module' : names.file,
    })
  }
}

/** The text of a file as last read; the evidence is the lines that a use of it copies. */
function fileFact(path: string, evidence: readonly string[]): Fact {
  return { key: `file ${path}`, kind: 'artifact', evidence, recall: [], again: () => true }
}
