/**
 * The layers of `src/` and the arrow between them, in one table. The import laws (.dependency-cruiser.mjs) are made from
 * it, and .ci/laws.mjs holds every `src/<layer>/tsconfig.json` to it, so the compiler and the laws say the same.
 *
 * `sees`      layers this one may import, each through its door
 * `packages`  pattern of the npm packages it may import, null for none, undefined for "not restricted here"
 * `builtins`  pattern of the modules of Node it may import where its packages are restricted, none where nothing is said
 * `pure`      compiled without DOM and Node types, and free of clock, randomness and locale
 * `doors`     the files other layers may import; `index.ts` where nothing is said
 * `order`     the folders inside, by the folder that holds them: each row sees the rows before it, `*` is every other, see .ci/folders.mjs
 * `instead`   what to do when the law is in the way
 */
export const layers = {
  engine: {
    law: 'engine-is-a-leaf',
    sees: [],
    packages: null,
    pure: true,
    doors: ['index.ts', 'internal.ts'],
    order: {
      '': [
        'core',
        'validity',
        'pressure budget health notes fidelity',
        'checkpoint',
        'policy',
        'stage',
        'runtime',
        '.',
      ],
    },
    instead:
      'The engine knows nothing outside itself. Declare the smallest interface you need in the engine and let the caller hand the implementation in.',
  },
  lessons: {
    law: 'lessons-see-the-engine-only',
    sees: ['engine'],
    packages: null,
    pure: true,
    instead:
      'A lesson runs broken code beside the right one. What it needs of the engine is in its doors; what draws or replays belongs above it.',
  },
  config: {
    law: 'config-sees-the-engine-only',
    sees: ['engine', 'lessons'],
    packages: 'yaml',
    pure: true,
    doors: ['index.ts', 'internal.ts'],
    instead:
      'config turns text into settings and knows only what the engine declares. What runs or draws belongs in sim, view or app.',
  },
  tokenizer: {
    law: 'tokenizer-sees-the-engine-only',
    sees: ['engine'],
    packages: 'js-tiktoken/dist/ranks',
    pure: true,
    order: { '': ['.', 'shipped'] },
    instead:
      'A counter implements the TokenCounter of the engine and needs nothing else. Move what needs a trace or a config to sim.',
  },
  adapters: {
    law: 'adapters-see-the-engine-only',
    sees: ['engine'],
    packages: null,
    pure: true,
    instead:
      'An adapter translates the messages of a client. Describe the client by the fields that it reads, and take its types as a parameter.',
  },
  llm: {
    law: 'llm-sees-the-engine-only',
    sees: ['engine'],
    packages: null,
    pure: true,
    order: { '': ['mock models'] },
    instead:
      'A client answers the requests that the engine declares. Hand it what it needs as arguments instead of importing who asks.',
  },
  sim: {
    law: 'sim-sees-what-is-below-it',
    sees: ['engine', 'lessons', 'config', 'tokenizer', 'llm'],
    packages: null,
    pure: true,
    doors: ['index.ts', 'internal.ts'],
    order: {
      '': ['trace redact', 'log scenario run', 'autopsy clairvoyant', 'study', 'worst', '.'],
      log: ['json', 'read', 'chat container setup write', 'format', '.', 'archive'],
      scenario: ['text', 'telling', 'coding migration', '.'],
      run: ['timeline', 'cost', 'encoding metric need', 'replay', 'compare'],
    },
    instead:
      'sim computes timelines and nobody looks at it from below. Put layout into view, threads into worker, screens into app.',
  },
  claims: {
    law: 'claims-measure-runs',
    sees: ['engine', 'config', 'tokenizer', 'sim'],
    packages: null,
    builtins: 'fs|path',
    pure: false,
    doors: ['index.ts', 'internal.ts'],
    order: { '': ['claim', 'advice', '.'] },
    instead:
      'A claim measures runs through the public doors. What it needs of a run belongs in sim; how it is shown belongs in app.',
  },
  provider: {
    law: 'provider-speaks-for-the-engine',
    sees: ['engine', 'llm'],
    packages: '@anthropic-ai/sdk',
    pure: false,
    instead:
      'provider turns a request into a call over the network and back. Who may call, and what it may cost, is decided in app.',
  },
  live: {
    law: 'live-grows-a-trace',
    sees: ['engine', 'config', 'sim'],
    packages: null,
    pure: true,
    order: { '': ['.', 'repository shelf desk', 'sandbox', 'agent tools', 'task', 'play'] },
    instead:
      'live knows a conversation, its tools, and mocks that play an agent to the end of a task. Runs belong in sim, calls in provider, screens in app.',
  },
  view: {
    law: 'view-draws-nothing',
    sees: ['engine', 'lessons', 'sim'],
    packages: null,
    pure: true,
    order: { '': ['layout', 'sentence', 'decision', 'compare hint', 'record', 'lesson share'] },
    instead:
      'view returns numbers and rectangles. Let app hand over what it read from config or the worker, and paint what comes back.',
  },
  worker: {
    law: 'worker-is-a-door',
    sees: ['engine', 'lessons', 'config', 'tokenizer', 'llm', 'sim', 'live', 'view'],
    packages: 'highs',
    pure: false,
    doors: ['client.ts', 'protocol.ts'],
    instead:
      'The worker decodes, calls sim and view, and posts. Put the computation into sim, the picture into view and what is seen of it into app.',
  },
  app: {
    law: 'app-stands-on-view-and-sim',
    order: { '': ['ui style', 'store', 'picture', 'panel', 'page', '.'], panel: ['.', '*'] },
    sees: ['engine', 'lessons', 'config', 'llm', 'provider', 'live', 'sim', 'claims', 'view', 'worker'],
    packages: undefined,
    pure: false,
    instead:
      'The page asks worker/client.ts for runs and for exact counts, and view for pictures; it has no business with counters or benchmarks.',
  },
  cli: {
    law: 'cli-is-a-program-in-node',
    sees: ['engine', 'config', 'tokenizer', 'llm', 'sim', 'claims', 'view'],
    packages: 'fzstd',
    builtins: 'fs|path|util|worker_threads|url|os|zlib',
    pure: false,
    order: {
      '': ['terminal', 'option', 'input', 'measure', 'condition', 'answer', 'search', 'command', '.'],
    },
    instead:
      'The command line reads files, calls sim and claims, and prints. Put what it computes into sim, and its sentences into view.',
  },
  examples: {
    law: 'examples-use-public-doors',
    sees: ['engine', 'config', 'tokenizer', 'llm', 'sim', 'provider'],
    packages: null,
    builtins: 'fs|path',
    pure: false,
    instead:
      'An example shows what somebody else can do with the doors of the engine, its configs, counters, clients and runs. Show a picture elsewhere.',
  },
  testing: {
    law: 'testing-sees-the-pure-layers',
    sees: ['engine', 'lessons', 'config', 'tokenizer', 'llm', 'live', 'sim', 'view'],
    packages: undefined,
    pure: false,
    instead:
      'Builders and printers for tests serve the pure layers. Keep what only page tests need beside those tests.',
  },
  bench: {
    law: 'bench-needs-no-page',
    sees: ['engine', 'lessons', 'config', 'tokenizer', 'llm', 'sim', 'view', 'provider', 'testing'],
    packages: undefined,
    pure: false,
    instead:
      'Benchmarks run in plain Node. Move what you want to measure out of app and worker into a pure layer.',
  },
}

/** Folders that are not part of the program: only tests and benchmarks may import them. */
export const outsideTheProgram = ['testing', 'bench']

/** Files that are tests, as a pattern over paths. */
export const testFiles = '\\.test\\.tsx?$'
