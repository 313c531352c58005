#!/usr/bin/env node
/** The program `context-window-lab`. */
import { readFileSync } from 'node:fs'
import { program } from './program.ts'
import { EXIT } from './terminal/io.ts'
import { reasonOf } from './terminal/reason.ts'

const { env, stdout, stderr } = process
const isTerminal = stdout.isTTY

stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    stderr.write(`Standard output: ${reasonOf(error)}\n`)
    process.exit(EXIT.usage)
  }
  // A reader that ends early, such as head, is no failure, and conditions still decide. Only watch would never end.
  if (process.argv[2] === 'watch') process.exit(EXIT.fine)
})
stderr.on('error', () => undefined)

// Node's own code for an error is 1, which means that a condition holds.
process.on('uncaughtException', (error) => {
  stderr.write(`${error.stack ?? error.message}\n`)
  process.exit(EXIT.fault)
})

process.exitCode = await program(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  stdin: () => readFileSync(0),
  columns: isTerminal ? stdout.columns : null,
  colour: isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
  progress: stderr.isTTY,
})
