import type { Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'
import type { Deed } from './deed.ts'
import { shownFact } from './fact.ts'
import type { Fact } from './fact.ts'
import type { Recorder } from './recorder.ts'
import type { SourceFile } from './source-file.ts'
import type { Phase, SpeechKind } from '../text/speech.ts'
import type { Topic, Voice } from './voice.ts'
import type { Workspace } from './workspace.ts'

export interface AgentSettings {
  /** Share of replies that begin with thinking, 0…1. */
  readonly thinking: number
}

/** One step of the agent: the text that announces it, and its calls. */
export interface Step {
  readonly phase: Phase
  readonly next: SpeechKind | null
  readonly topic?: Topic
  /** Text instead of a template, if the story has its own. */
  readonly text?: string
  /** Text at the very end. */
  readonly after?: string
  /** Thinking instead of a template, if the agent thinks at this step. */
  readonly thought?: string
  readonly deeds: readonly Deed[]
  readonly uses?: readonly Fact[]
  readonly plants?: readonly Fact[]
}

/** Maximum facts that one reply recalls besides those of its own step. */
const RECALLS_PER_REPLY = 2

/**
 * Plays the coding agent of a scenario: a reply says what the last results showed, recalls facts that are due, and
 * announces the next calls. Keeps recorder, workspace and agenda in step.
 */
export class CodingAgent {
  readonly workspace: Workspace
  readonly recorder: Recorder
  readonly agenda: Agenda
  readonly voice: Voice
  readonly #chance: Chance
  readonly #settings: AgentSettings
  readonly #landmarks = new Map<string, readonly Fact[]>()
  #mind: { readonly fn: string; readonly file: string } | null = null
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

  /** Adds a file: its text goes into the workspace, and whoever reads it may remember its landmarks. */
  settle(file: SourceFile): void {
    this.workspace.put(file.path, file.text)
    this.#landmarks.set(file.path, file.landmarks)
  }

  /** A message of the user. The story decides when its facts are needed again, not chance. */
  hear(text: string, plants: readonly Fact[]): void {
    this.recorder.hear(text, plants)
    this.#saw = null
  }

  /** One reply and the results of its calls, if it has any. */
  act(step: Step): void {
    const turn = this.recorder.turn
    const topic = {
      thing: 'this step',
      aim: this.voice.aim(step.phase),
      ...step.deeds[0]?.topic,
      ...step.topic,
    }
    const thinks = this.#chance('structure', `thinking ${turn}`).uniform() < this.#settings.thinking
    const recalled = this.agenda
      .due(turn, RECALLS_PER_REPLY)
      .filter((fact) => this.recorder.knows(fact) && !(step.uses ?? []).some((it) => it.key === fact.key))
    const artifacts = this.#artifacts(step.deeds)
    const sentences = [
      this.#saw === null ? '' : this.voice.say(this.#saw.kind, { thing: topic.thing, ...this.#saw.topic }),
      ...recalled.map((fact) => this.#recall(fact, step.phase)),
      step.text ?? (step.next === null ? '' : this.voice.say(step.next, topic)),
    ]
    const thought = step.thought ?? this.#thought(step.phase, topic)
    this.#note(step.plants ?? [])
    this.recorder.reply({
      ...(thinks && thought !== null ? { thinking: thought } : {}),
      text: sentences.filter((sentence) => sentence !== '').join(' ') + (step.after ?? ''),
      calls: step.deeds.map((deed) => deed.call),
      uses: [...recalled, ...artifacts, ...(step.uses ?? [])],
      plants: step.plants ?? [],
    })
    this.#saw = null
    if (step.deeds.length > 0) this.#receive(step.deeds)
  }

  #receive(deeds: readonly Deed[]): void {
    const performed = deeds.map((deed) => ({ deed, answer: deed.perform() }))
    this.recorder.answer(
      performed.map(({ deed, answer }) => {
        const read = deed.call.name === 'read_file'
        const plants = [
          ...(answer.plants ?? []),
          ...(read ? [...this.#seen(deed.path, answer.text), fileFact(deed.path, [])] : []),
        ]
        this.#note(plants)
        return { ...answer, plants }
      }),
    )
    const last = deeds.at(-1)
    if (last === undefined) return
    const reads = deeds.filter((deed) => deed.call.name === 'read_file')
    const many = reads.length > 1 && last.saw === 'saw-read'
    this.#saw = { kind: many ? 'saw-many' : last.saw, topic: last.topic }
  }

  /** Notes facts that are about to be planted; known ones only get a newer source. */
  #note(facts: readonly Fact[]): void {
    for (const fact of facts) if (!this.recorder.knows(fact)) this.agenda.note(fact, this.recorder.turn)
  }

  /** Landmarks of a file in a piece of its text. */
  #seen(path: string, text: string): Fact[] {
    return (this.#landmarks.get(path) ?? [])
      .filter((fact) => fact.evidence.every((string) => text.includes(string)))
      .map((fact) => shownFact(fact, () => this.#stillThere(fact, path)))
  }

  #stillThere(fact: Fact, path: string): boolean {
    return (
      this.workspace.has(path) && fact.evidence.every((string) => this.workspace.text(path).includes(string))
    )
  }

  /**
   * What edits need: the lines that they replace, from the last read of the file. Lines that are in other files too are
   * no evidence. One need for each file of the reply, with at most two lines.
   */
  #artifacts(deeds: readonly Deed[]): Fact[] {
    const facts: Fact[] = []
    for (const path of new Set(deeds.map((deed) => deed.path))) {
      const source = this.recorder.sourceText(fileFact(path, []).key)
      if (source === null) continue
      const lines = deeds
        .filter((deed) => deed.path === path)
        .flatMap((deed) => (deed.replaces ?? '').split('\n'))
        .map((line) => line.trim())
      const evidence: string[] = []
      for (const line of new Set(lines)) {
        const quotable = line.length >= 24 && !/^import |["\\]/.test(line) && source.includes(line)
        if (quotable && this.workspace.holders(line) === 1) evidence.push(line)
        if (evidence.length === 2) break
      }
      if (evidence.length > 0) facts.push(fileFact(path, evidence))
    }
    return facts
  }

  #recall(fact: Fact, phase: Phase): string {
    return phase === 'explore' && fact.early.length > 0
      ? this.voice.variant(`early ${fact.key}`, fact.early)
      : this.voice.variant(fact.key, fact.recall)
  }

  /** Thoughts name a function, so the agent has none before it has seen one. */
  #thought(phase: Phase, topic: Topic): string | null {
    if ((topic['fn'] ?? '') !== '' && (topic['file'] ?? '') !== '') {
      this.#mind = { fn: topic['fn'] ?? '', file: topic['file'] ?? '' }
    }
    return this.#mind === null ? null : this.voice.think(phase, { ...topic, ...this.#mind })
  }
}

/** The text of a file as last read; the evidence is the lines that a use of it copies. */
function fileFact(path: string, evidence: readonly string[]): Fact {
  return shownFact({ key: `file ${path}`, kind: 'artifact', evidence, recall: [], odds: 0 }, () => true)
}
