/** The public surface of this layer: calls to a provider's API, over the network. */

export { CALL_FAILURES, CallFailure, problemOf } from './call.ts'
export type {
  AppliedEdit,
  Call,
  CallFailureCode,
  CallWatcher,
  Client,
  ClientOptions,
  ListedModel,
  Purpose,
  Reply,
} from './call.ts'
export { createClient } from './client.ts'
export { answerOf, askCall, roomOf } from './call.ts'
export { contentKey } from './call.ts'
export { paramsOf } from './request.ts'
