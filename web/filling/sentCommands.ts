import type { Submission } from '#shared/submissions/contract.ts'
import { currentAbility } from '../lib/ability.tsx'
import { currentUser } from '../lib/session/session.ts'
import { isKept, keepSent, type Who } from './sentQueries.ts'

/** The person whose copies are kept: who may fill in, and does not act as somebody else. */
function whose(): Who | undefined {
  const user = currentUser()
  if (user?.company_id == null || user.acting_for || !currentAbility()('create', 'Submission')) return undefined
  const { id: userId, company_id: companyId } = user
  const isHere = () => currentUser()?.id === userId && currentUser()?.company_id === companyId
  return { userId, companyId, isHere }
}

/** Brings the copies of what they sent up to date; where the server was `seen` to have just these, nothing is fetched. */
export async function keepOwn(seen?: Submission[]): Promise<void> {
  const who = whose()
  if (who && !(seen && (await isKept(who, seen)))) await keepSent(who)
}
