/** Failed calls of messaging and tasks are logged and thrown on (specification, section 8); screens say besides what happened. */
import type { Failed } from './api.ts'
import { RequestError } from './requestError.ts'

/**
 * Logs a failed call as "Failed to send message". A refusal or a lost network is a warning, anything else an error.
 * @param actions what each call of the contract does, in words; a call without any is logged by its name
 */
export const logFailedCalls =
  (actions: Record<string, string>): Failed =>
  (name, error) => {
    const isRefused = error instanceof RequestError && error.status < 500
    console[isRefused ? 'warn' : 'error'](`Failed to ${actions[name] ?? name}`, error)
  }
