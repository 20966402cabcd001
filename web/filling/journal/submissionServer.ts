/** The calls by which submissions reach the server: the part of `api` that sending needs, so that tests can stand in for it. */
import type { submissions } from '#shared/submissions/contract.ts'
import type { Call } from '../../api.ts'

export type SubmissionServer = {
  [Name in 'create' | 'get' | 'update' | 'attach' | 'complete' | 'remove']: (
    ...args: Parameters<Call<(typeof submissions)[Name]>>
  ) => ReturnType<Call<(typeof submissions)[Name]>>
}
