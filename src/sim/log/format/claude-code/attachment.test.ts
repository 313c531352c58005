import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'
import { call, result, session, text, tokens } from '../../../../testing/log/claude-code.ts'

const NEWS = '<task-notification>\n<summary>The build ended.</summary>\n</task-notification>'

function logged(...attachments: readonly object[]) {
  const log = session()
  log.user('Go.')
  for (const attachment of attachments) log.add({ type: 'attachment', attachment })
  log.reply('m1', text('Done.'), tokens(3, 0, 0, 1))
  return readTrace(log.text())
}

describe('MSG-1 attachments of Claude Code', () => {
  it('news of a task in the background are not the user’s words', () => {
    const log = session()
    const attach = (attachment: object) => log.add({ type: 'attachment', attachment })
    log.user('Go.')
    log.reply('m1', call('t1'), tokens(3, 0, 0, 1))
    log.result('t1')
    attach({ type: 'queued_command', commandMode: 'task-notification', prompt: NEWS })
    attach({ type: 'queued_command', commandMode: 'prompt', prompt: 'And the docs.' })
    log.reply('m2', text('Done.'), tokens(3, 0, 0, 1))
    log.user('It ended.', { origin: { kind: 'task-notification' } })
    log.user(NEWS)
    log.user('Thanks.', { origin: { kind: 'human' } })
    const trace = readTrace(log.text())
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Go.',
      [call('t1')],
      [result('t1')],
      NEWS,
      'And the docs.',
      [text('Done.')],
      'It ended.',
      NEWS,
      'Thanks.',
    ])
    expect(trace.injected).toEqual([3, 6, 7])
  })

  it('commands that the client ran itself and their output are not the user’s words; a prompt that they chose is', () => {
    const log = session()
    const command = (name: string) => `<command-name>/${name}</command-name>\n<command-args></command-args>`
    log.user(command('model'))
    log.user('<local-command-stdout>Set model to X</local-command-stdout>')
    log.user(command('review'))
    log.user([text('Review all of it.')], { isMeta: true })
    log.reply('m1', text('Done.'), tokens(3, 0, 0, 1))
    log.user('<bash-input>ls</bash-input>')
    log.user('<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>')
    log.user([text('[Request interrupted by user]')])
    log.user('Thanks.')
    const trace = readTrace(log.text())
    expect(trace.messages).toHaveLength(9)
    expect(trace.injected).toEqual([0, 1, 3, 5, 6, 7])
  })

  it('folders, notebooks and the reminders of newer versions stand in them in full', () => {
    const left = '<total_tokens>15000 tokens left</total_tokens>'
    const trace = logged(
      { type: 'directory', path: '/x', content: 'a.txt\nb.txt' },
      {
        type: 'file',
        filename: '/n',
        content: { type: 'notebook', file: { cells: [{ source: 'a = 1' }, { source: 'b = 2' }] } },
      },
      { type: 'total_tokens_reminder', text: left },
      { type: 'read_truncation_notice', banner: 'Only 2 of 9 lines.' },
      { type: 'hook_stopped_continuation', message: 'Stopped.' },
    )
    expect(trace.messages.slice(1, -1).map(({ content }) => content)).toEqual([
      'a.txt\nb.txt',
      'a = 1\n\nb = 2',
      left,
      'Only 2 of 9 lines.',
      'Stopped.',
    ])
  })

  it('files, instructions, skills and plans stand in them in full', () => {
    const trace = logged(
      { type: 'file', filename: '/a', content: { type: 'text', file: { filePath: '/a', content: 'A' } } },
      { type: 'nested_memory', path: '/x', content: { type: 'Project', path: '/x', content: 'Use tabs.' } },
      { type: 'instructions', files: [{ content: 'Be brief.' }, { content: 'Be kind.' }] },
      { type: 'invoked_skills', skills: [{ name: 'review', content: 'Read twice.' }] },
      { type: 'plan_file_reference', planFilePath: '/p', planContent: '1. Look' },
      { type: 'agent_listing_delta', addedLines: ['- scout: looks', '- smith: makes'] },
      { type: 'hook_success', hookEvent: 'SessionStart', content: 'The branch is main.' },
      { type: 'hook_success', hookEvent: 'PostToolUse', content: 'Formatted.' },
      { type: 'hook_blocking_error', blockingError: { blockingError: 'Tests fail.', command: 'check' } },
      { type: 'compact_file_reference', filename: '/b' },
    )
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Go.',
      'A',
      'Use tabs.',
      'Be brief.\n\nBe kind.',
      'Read twice.',
      '1. Look',
      '- scout: looks\n- smith: makes',
      'The branch is main.',
      'Tests fail.',
      [text('Done.')],
    ])
    expect(trace.injected).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(trace.intake.ignored).toEqual([
      { kind: 'attachment/compact_file_reference', count: 1 },
      { kind: 'attachment/hook_success', count: 1 },
    ])
  })

  it('the reminder that was sent is read where a line has it, whatever its kind', () => {
    const log = session()
    const rendered = (content: unknown) => ({ rendered: [{ content }] })
    log.user('Go.')
    log.add({
      type: 'attachment',
      attachment: { type: 'date', date: '2026-09-25' },
      ...rendered('Today is a Friday.'),
    })
    log.add({
      type: 'attachment',
      attachment: { type: 'skill_listing', content: '- review' },
      ...rendered([text('Skills:'), text('- review')]),
    })
    log.add({
      type: 'attachment',
      attachment: { type: 'queued_command', prompt: 'And the docs.' },
      ...rendered('<system-reminder>And the docs.</system-reminder>'),
    })
    log.reply('m1', text('Done.'), tokens(3, 0, 0, 1))
    const trace = readTrace(log.text())
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Go.',
      'Today is a Friday.',
      'Skills:\n\n- review',
      'And the docs.',
      [text('Done.')],
    ])
    expect(trace.injected).toEqual([1, 2])
  })

  it('TOK-3 pictures typed while the agent was working are read', () => {
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
    }
    const trace = logged({ type: 'queued_command', prompt: [text('Like this:'), picture] })
    expect(trace.messages[1]?.content).toMatchObject([text('Like this:'), { type: 'image' }])
    expect(trace.injected).toEqual([])
  })

  it('the system prompt and the tools are read where the client wrote them, the newest of the main window', () => {
    const tool = { name: 'Read', description: 'Reads.', schema: { type: 'object' } }
    const log = session()
    const snapshot = (systemPrompt: readonly string[], rest = {}, line = {}) =>
      log.add({ type: 'attachment', attachment: { type: 'prompt_snapshot', systemPrompt, ...rest }, ...line })
    log.user('Go.')
    snapshot(['Be brisk.'], { tools: [tool] })
    snapshot(['Be brief.', '__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__', 'You are in /x.'], {
      cliPrefix: 'You are a CLI.',
    })
    snapshot(['Be a scout.'], { tools: [] }, { isSidechain: true, agentId: 'a' })
    log.reply('m1', text('Done.'), tokens(3, 0, 0, 1))
    const trace = readTrace(log.text())
    expect(trace.system).toBe('You are a CLI.\n\nBe brief.\n\nYou are in /x.')
    expect(trace.tools).toEqual([{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }])
    expect(trace.lacksOverhead).toBe(false)
    expect(trace.intake.ignored).toEqual([])
  })

  it('TOK-2 a system prompt without tools leaves the tools to be inferred', () => {
    const trace = logged({ type: 'prompt_snapshot', systemPrompt: ['Be brief.'] })
    expect([trace.system, trace.tools, trace.lacksOverhead]).toEqual(['Be brief.', [], true])
  })
})
