import type { Submission } from '#shared/submissions/contract.ts'
import { currentAbility } from '../lib/ability.tsx'
import { currentUser } from '../lib/session/session.ts'
import { isKept, keepSent, type Who } from './sentQueries.ts'

/** The person whose copies are kept: somebody who may fill in forms and does not act as somebody else. */
function copyOwner(): Who | undefined {
  const user = currentUser()
  if (user?.company_id == null || user.acting_for || !currentAbility()('create', 'Submission')) return undefined
  const { id: userId, company_id: companyId } = user
  const isHere = () => currentUser()?.id === userId && currentUser()?.company_id === companyId
  return { userId, companyId, isHere }
}

/**
 * Updates the copies of the signed-in person; where all rows of `seen`, the server's answer, are kept, nothing is
 * fetched.
 */
export async function keepOwn(seen?: Submission[]): Promise<void> {
  const who = copyOwner()
  if (who && !(seen && (await isKept(who, seen)))) await keepSent(who)
}
