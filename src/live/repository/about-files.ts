/** What stands beside the code of the made-up service. */
export const aboutFiles: readonly (readonly [path: string, text: string])[] = Object.freeze([
  [
    'README.md',
    `# mooring

Lends out the berths of a marina. A skipper looks for a berth that is long enough, holds it, pays, and has it
reserved; a hold that nobody pays for ends by itself.

## Use

    npm install
    npm start          # listens on port 4180
    npm test

## Rules

- A berth is held for ten minutes. In that time nobody else gets it.
- The clock counts milliseconds, settings are in seconds; \`src/time/units.ts\` has what leads from one to the other.
- Prices are whole cents. Tax is added once, at the end.
- Tests say what is right. A failing test is a reason to change the code, never to change the test.

## Where things are

| path                | what                                       |
| ------------------- | ------------------------------------------ |
| src/server.ts       | puts everything together                   |
| src/settings.ts     | what an operator can change                |
| src/berths/         | the berths                                 |
| src/reservations/   | holds, reservations, prices                |
| src/harbour/        | tariffs as the harbour office sends them   |
| src/routes/         | HTTP                                       |
| logs/error.log      | warnings and errors of the last days       |
| docs/decisions.md   | why it is as it is                         |
`,
  ],
  [
    'package.json',
    `{
  "name": "mooring",
  "version": "2.3.0",
  "private": true,
  "type": "module",
  "scripts": {
    "start": "node src/server.ts",
    "test": "node --test test/"
  },
  "dependencies": {},
  "devDependencies": { "typescript": "5.9.3" }
}
`,
  ],
  [
    'config/production.yaml',
    `# Read by the unit file, which turns each key into MOORING_<KEY>.
port: 4180
# Seconds that a berth is kept for somebody who has not paid yet.
hold_seconds: 600
# Two days: a reservation can be given back until then.
refund_seconds: 172800
berths_per_pier: 24
tax_rate: 0.07
`,
  ],
  [
    'docs/decisions.md',
    `# Decisions

## 2025-04-11: one unit for the clock

Times came from three sources in three units. From now on everything on the clock is in milliseconds. Settings stay in
seconds, because the harbour office edits them by hand.

## 2025-06-02: holds end when they are looked at

A timer per hold was one more thing that could fail at a restart. A hold is over when somebody asks for its berth after
its end, and the log gets a warning then.

## 2025-09-19: tariffs are data

The office sends a table each autumn. It is put into \`src/harbour/tariffs.ts\` by a script, and nobody edits it by hand.

## 2026-02-27: settings lost their suffix and got it back

Release 2.2 called the setting \`hold\`, release 2.3 calls it \`holdSeconds\` again. The conversion moved between files in
between. Since then the office says that skippers lose their berth while they are paying.
`,
  ],
])
