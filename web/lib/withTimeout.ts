/**
 * Calls that can be broken off: where a connection dies without a word, an answer would be waited for up to five
 * minutes, and the whole outbox with it. Every call of the outbox may be repeated, so that breaking one off costs
 * nothing but its repeat.
 */
import { RequestError } from './requestError.ts'

const maxMs = 60_000
/** A photo may take its time where the signal is weak. */
export const maxPhotoMs = 300_000

type Options = { signal?: AbortSignal }
type AnyCall<Input, Rest, Answer> = (input: Input, options?: Rest & Options) => Promise<Answer>

let controller = new AbortController()

/** Breaks off all calls that wait for an answer now: they fail as without a network. */
export function abortAll(): void {
  controller.abort()
  controller = new AbortController()
}

/** The same call with a limit of time, which `abortAll` breaks off. */
export const withTimeout =
  <Input, Rest, Answer>(call: AnyCall<Input, Rest, Answer>, limit = maxMs): AnyCall<Input, Rest, Answer> =>
  async (input, options) => {
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(limit)])
    try {
      return await call(input, { ...(options as Rest), signal })
    } catch (error) {
      throw signal.aborted ? new RequestError({ status: 0, code: 'network_error' }) : error
    }
  }
