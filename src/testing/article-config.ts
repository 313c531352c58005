/** The keys and values of the file of “Agent Context Window Management”, in its order and nesting. */
export const ARTICLE_CONFIG = `max_context_tokens: 128000
pressure:
  thresholds:
    yellow: 0.50
    orange: 0.75
    red: 0.90
  velocity_window: 5
eviction:
  policy: hybrid
  weights:
    recency: 0.30
    priority: 0.25
    type_ttl: 0.20
    reference_freq: 0.15
    semantic_duplication: 0.10
  type_ttl:
    tool_result: 8
    thinking: 2
    memory_injection: 20
  protected_types: [system_prompt]
compression:
  summarization_threshold_tokens: 500
  compaction_utilization_threshold: 0.85
  cascade:
    0.75: tool_result_summarization
    0.85: progressive
    0.92: conversation_compaction
    0.95: sub_agent
  notes_file: agent_notes.md
budget:
  allocations:
    system_prompt: 0.06
    tool_definitions: 0.04
    message_history: 0.65
    tool_results: 0.12
    memory_injection: 0.08
    output_reserved: 0.05
  soft_limit_pct: 0.80
cross_window:
  state_file: agent_state.json
  progress_file: agent_progress.md
  auto_save_threshold: 0.85
health_monitoring:
  metrics:
    - utilization
    - eviction_rate
    - compression_ratio
    - burn_rate
    - fidelity_score
    - tool_result_bloat
  alerts:
    utilization_critical: 0.90
    eviction_rate_warning: 5
    fidelity_warning: 0.75
    compression_ratio_min: 2.0
    tool_bloat_warning: 0.30
`
