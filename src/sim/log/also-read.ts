/**
 * What is read beside the formats that have a reader and a sample of their own, as people are told of it: agents,
 * libraries, chat pages, evaluations, and records of calls.
 */
export const ALSO_READ: readonly (readonly string[])[] = Object.freeze([
  [
    'OpenCode',
    'Pi',
    'Copilot',
    'Cursor',
    'Droid',
    'Qwen Code',
    'Kimi Code',
    'Grok Build',
    'Antigravity',
    'Amp',
    'Continue',
    'Cline',
    'Goose',
    'Zed',
    'Aider',
    'SpecStory',
  ],
  [
    'Google ADK',
    'AutoGen',
    'CrewAI',
    'Haystack',
    'Letta',
    'LlamaIndex',
    'Pydantic AI',
    'Semantic Kernel',
    'smolagents',
    'Cohere',
  ],
  ['exports of ChatGPT', 'Claude', 'Google AI Studio', 'Grok', 'Jan', 'LM Studio', 'Open WebUI', 'LibreChat'],
  ['Inspect', 'ATIF', 'promptfoo', 'ShareGPT'],
  ['HAR', 'VCR', 'OpenTelemetry', 'Langfuse', 'LangSmith', 'gateway records', 'results of a batch'],
])
