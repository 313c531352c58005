/** Sentences of the migration's story that no other scenario has. */

/** How the user opens. `$rules` is the list of rules. */
export const OPENINGS: readonly string[] = Object.freeze([
  `Hi! $ticket is yours: please move every REST call of \`$service\` from axios to the built-in fetch, and keep the error handling as it is. Other teams match on our error classes and on some of the messages, so nobody outside may notice.

There are nine clients under src/clients, plus whatever else you find on the way. Some rules:

$rules

Start with an overview, build whatever the clients need in common, and tell me your plan before you touch the first client.`,
  `I would like to get rid of axios in \`$service\` ($ticket). Every REST call should go through the fetch that Node brings along. The important part: keep the error handling as it is. The classes, the codes, and the messages that dashboards match on must come out the same.

Please stick to these:

$rules

Have a look around first, then build the common part, then come back to me with a plan before the nine clients.`,
  `Task for today is $ticket, the migration of \`$service\` from axios to fetch. The rule above all others is to keep the error handling as it is: callers distinguish our errors by class and code, and support reads the messages.

What you have to respect:

$rules

I expect most of the work in src/clients (nine files) and in src/http. Look first, prepare the shared code, and show me the plan before you migrate clients.`,
])

/** Phrases of the goal that every opening holds, and sentences that use them. */
export const GOAL = Object.freeze({
  evidence: ['$ticket', 'keep the error handling as it is'],
  recall: [
    'For $ticket the point is to keep the error handling as it is, so I compare the thrown classes before and after.',
    'Back to what $ticket asks: fetch instead of axios, and keep the error handling as it is.',
    'Speed is not the goal of $ticket; the task is to keep the error handling as it is.',
    'I measure this against $ticket: keep the error handling as it is, for every status that callers know.',
  ],
  plan: 'The measure of all this stays $ticket: keep the error handling as it is.',
  check:
    'Goal ($ticket): all REST calls on fetch; the order to keep the error handling as it is was followed.',
})

export const GO_AHEADS: readonly string[] = Object.freeze([
  'The plan is fine, go ahead with the clients. One thing I forgot:\n\n$rules\n\nTake one client at a time and run its tests before the next one.',
  'Agreed, please continue like that. Two minutes ago I was reminded of something, so in addition:\n\n$rules\n\nClient by client is good; tell me when the last one is done.',
  'Good plan, and yes to your question. Please also note:\n\n$rules\n\nGo on with the clients then.',
])

export const WRAP_UPS: readonly string[] = Object.freeze([
  'Nice. Now the rest: the whole suite, anything left that still imports axios, the flag, the dependency and the page in docs. $extra',
  'Thanks, that went quickly. Please finish it: full test run, leftovers, flag, package.json, documentation. $extra',
  'Great. Then let us close it: run everything, look for leftovers, register the flag, remove the package and update docs. $extra',
])

/** Answers that let the user's third message go by without a new rule. */
export const NO_EXTRA: readonly string[] = Object.freeze([
  'The rules from before still hold.',
  'Nothing new from my side, just do not forget the rules.',
])

/** Decisions of the agent: what it says with the reason, the phrase to recognise, and how it comes back to it. */
export const DECISIONS: readonly {
  readonly say: string
  readonly evidence: readonly string[]
  readonly recall: readonly string[]
}[] = Object.freeze([
  {
    say: 'Decision: one wrapper `makeUpstreamCall` instead of nine instances, because only a single place can count attempts and time together.',
    evidence: ['one wrapper `makeUpstreamCall` instead of nine instances'],
    recall: [
      'That follows from the decision for one wrapper `makeUpstreamCall` instead of nine instances.',
      'I stay with one wrapper `makeUpstreamCall` instead of nine instances, even though this client would need only half of it.',
    ],
  },
  {
    say: 'Decision: an `onStatus` table rather than a catch block in every method, since a table cannot forget the cause.',
    evidence: ['an `onStatus` table rather than a catch block'],
    recall: [
      'As decided, an `onStatus` table rather than a catch block here too.',
      'Here it pays off that I chose an `onStatus` table rather than a catch block.',
    ],
  },
  {
    say: 'Decision: switch each client as a whole, with no adapter between the two libraries, because half-migrated clients would need both kinds of error handling.',
    evidence: ['switch each client as a whole'],
    recall: [
      'I could leave one method behind, but I said I would switch each client as a whole.',
      'To switch each client as a whole means the constructor changes in the same batch.',
    ],
  },
  {
    say: 'Decision: read the body once as text and parse it afterwards, because a failed parse must not lose what the upstream sent.',
    evidence: ['read the body once as text and parse it afterwards'],
    recall: [
      'The decision to read the body once as text and parse it afterwards covers this case.',
      'No change needed, since I decided to read the body once as text and parse it afterwards.',
    ],
  },
  {
    say: 'Decision: keep `UpstreamError` as the only base class and hang the status on it, so that existing `instanceof` checks go on working.',
    evidence: ['keep `UpstreamError` as the only base class'],
    recall: [
      'Since I keep `UpstreamError` as the only base class, the `instanceof` checks in the services stay true.',
      'It is tempting to add a subclass, but the decision was to keep `UpstreamError` as the only base class.',
    ],
  },
])

/** What the agent says at the end of an exchange, before the list. */
export const REPORT_HEADS = Object.freeze({
  plan: [
    'Here is the plan. Shared code first, which is done now; then the clients, smallest differences first; then leftovers and the dependency. Where things stand:',
    'Plan: the shared part is in place, next come the clients one by one, last the leftovers and package.json. The state so far:',
  ],
  clients: [
    'All clients that I may touch are on fetch. What I did and what I saw:',
    'The last client is migrated. In short:',
  ],
  done: ['Done. What changed and how it was checked:', 'The migration is complete. Summary:'],
})

/** Asked at the end of the plan. */
export const QUESTIONS: readonly string[] = Object.freeze([
  'Shall I go on with the clients in this order? I would begin with $first.',
  'Is it all right to start with $first? Its error handling is typical.',
])
