import type { Pass } from '#shared/passes/contract.ts'

/** How far a pass is, by the clock of this device. */
export function stateOfPass(
  { revoked_at, starts_at, ends_at }: Pick<Pass, 'revoked_at' | 'starts_at' | 'ends_at'>,
  now = new Date(),
): 'coming' | 'valid' | 'ended' | 'revoked' {
  if (revoked_at) return 'revoked'
  if (new Date(ends_at) <= now) return 'ended'
  return new Date(starts_at) > now ? 'coming' : 'valid'
}
