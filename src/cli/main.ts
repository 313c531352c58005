#!/usr/bin/env node
/** The program `context-window-lab`. */
import { readFileSync } from 'node:fs'
import { program } from './program.ts'

const { env, stdout, stderr } = process
const isTerminal = stdout.isTTY

// A reader that ends early, such as head, is no failure.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await program(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  stdin: () => readFileSync(0, 'utf8'),
  columns: isTerminal ? stdout.columns : null,
  colour: isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
  progress: stderr.isTTY,
})
