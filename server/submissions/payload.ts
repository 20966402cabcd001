import { Problem } from '#shared/lib/problem.ts'
import { payloadVersion } from '#shared/submissions/payloadVersion.ts'

/**
 * Throws 503 for a payload of a later app than this server knows: it would be misread. The phone keeps the work until the server is
 * updated. Steps that bring earlier payloads up to date belong here, before anything else looks at the answers; there are none yet.
 */
export function requireKnownPayload(version: number): void {
  if (version > payloadVersion) throw new Problem('payload_too_new')
}
