/** The public entry point: answers to the engine's requests, and facts about models. */

export { keepAnswers } from './keep-answers.ts'
export type { KeepsAnswers, KeptAnswers } from './keep-answers.ts'
export { createMock, loadMock } from './mock/mock.ts'
export type { MockFailures, MockOptions } from './mock/mock.ts'
export type {
  CacheRule,
  CallUsage,
  KnownModel,
  LongPrompt,
  ModelFacts,
  Price,
  PricedModel,
  Usd,
} from './models/model.ts'
export { cacheTermOf, costOf, priceAt, promptOfUsage, upperCost } from './models/cost.ts'
export type { CacheTerm } from './models/cost.ts'
export { cheapestModel, lastDays, modelFacts, models, usualModel } from './models/list.ts'
export type { Factor, TokenFamily } from './models/families.ts'
export { pricedFacts, pricedModel, pricedModels } from './models/prices.ts'
export { knownModel } from './models/known.ts'
export { familyOf, loadOtherModels } from './models/others.ts'
export { durationOf, replyTime, usualPace } from './models/pace.ts'
export type { Pace } from './models/pace.ts'
export { readModelFacts, writeModelFacts } from './models/own.ts'
