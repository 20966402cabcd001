import type { Endpoint } from '#shared/lib/contract.ts'
import { type ProblemCode, problems } from '#shared/lib/problem.ts'
import { isOpenAfterPlanEnd } from '../http/pipeline.ts'

/**
 * What any call can answer, said once for all of them; a call that says its own code of such a status says these too.
 */
export const anywhere: readonly ProblemCode[] = [
  'internal',
  'unavailable',
  'storage_full',
  'too_large',
  'wrong_content_type',
  'unauthenticated',
  'token_expired',
  'forbidden',
  // The company of a call may take no password, and a session may be of another company's provider.
  'sso_required',
  'sso_session',
  'too_many_requests',
]

/**
 * What a call can be refused with, by status: what follows from its method, who may make it and what it takes, and what
 * it says of itself. The tests hold every refusal that they meet against it (server/test/routes/described.ts).
 */
export function problemsOf(endpoint: Endpoint): Map<number, ProblemCode[]> {
  const codes = new Set<ProblemCode>([...followingFrom(endpoint), ...(endpoint.problems ?? [])])
  const statuses = new Set([...codes].map(code => problems[code]))
  for (const code of anywhere) if (statuses.has(problems[code])) codes.add(code)
  return Map.groupBy([...codes].sort(), code => problems[code])
}

function* followingFrom(endpoint: Endpoint): Generator<ProblemCode> {
  const { access, input, path, status, multipart } = endpoint
  // An unknown query parameter and a field that is the server's are refused even where a call takes nothing.
  yield* ['malformed', 'invalid'] as const
  // A call that needs a right says 403; that it needs a token before is said once for all.
  if (access === 'signed-in') yield* ['unauthenticated', 'token_expired'] as const
  if (typeof access === 'object') yield* ['forbidden', 'two_factor_required'] as const
  if (endpoint.isCompanyScoped) yield 'two_factor_required'
  if (path.includes(':')) yield 'not_found'
  if (multipart && multipart !== 'piece') yield 'file_type_refused'
  if ('cursor' in input.shape) yield 'cursor_expired'
  if ('revision' in input.shape) yield 'stale_revision'
  if (status === 201 && access !== 'anyone') yield 'idempotency_key_reused'
  if (access === 'anyone') yield 'too_many_requests'
  if (!isOpenAfterPlanEnd(endpoint)) yield 'plan_expired'
}
