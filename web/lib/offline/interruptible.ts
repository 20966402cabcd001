/**
 * Calls that can be broken off: where a connection dies without a word, an answer would be waited for up to five minutes, and the
 * whole outbox with it. Every call of the outbox may be repeated, so that breaking one off costs nothing but its repeat.
 */
import { RequestError } from '../requestError.ts'
import type { SubmissionServer } from './submissionServer.ts'

const longestMs = 60_000
/** A photo may take its time where the signal is weak. */
const longestForPhotoMs = 300_000

type Options = { signal?: AbortSignal }
type AnyCall<Input, Rest, Answer> = (input: Input, options?: Rest & Options) => Promise<Answer>

/** The same calls with a limit of time each, and what breaks off those that wait for an answer now: they fail as without a network. */
export function interruptible(server: SubmissionServer): { server: SubmissionServer; interrupt: () => void } {
  let controller = new AbortController()
  const guarded =
    <Input, Rest, Answer>(call: AnyCall<Input, Rest, Answer>, limit = longestMs): AnyCall<Input, Rest, Answer> =>
    async (input, options) => {
      const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(limit)])
      try {
        return await call(input, { ...(options as Rest), signal })
      } catch (error) {
        throw signal.aborted ? new RequestError({ status: 0, code: 'network_error' }) : error
      }
    }
  return {
    server: {
      create: guarded(server.create),
      get: guarded(server.get),
      update: guarded(server.update),
      attach: guarded(server.attach, longestForPhotoMs),
      complete: guarded(server.complete),
      remove: guarded(server.remove),
    },
    interrupt() {
      controller.abort()
      controller = new AbortController()
    },
  }
}
