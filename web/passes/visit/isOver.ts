import { RequestError } from '../../lib/requestError.ts'

/** Whether an answer says that the pass opens nothing any more. */
export const isOver = (error: unknown): boolean =>
  error instanceof RequestError && ['share_taken_back', 'public_link_expired', 'pass_not_started'].includes(error.code)
