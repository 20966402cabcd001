import type { Submission } from '#shared/submissions/contract.ts'
import { currentAbility } from '../../lib/ability.tsx'
import { currentUser } from '../../lib/session/session.ts'
import { isKept, keepSent, type Who } from './sentCopies.ts'

/** Whose is kept here: of whoever fills in and is themselves. Whoever acts as somebody else for an hour takes nothing of theirs along. */
function whose(): Who | undefined {
  const user = currentUser()
  if (user?.company_id == null || user.acting_for || !currentAbility()('create', 'Submission')) return undefined
  const { id: userId, company_id: companyId } = user
  const isHere = () => currentUser()?.id === userId && currentUser()?.company_id === companyId
  return { userId, companyId, isHere }
}

/** Brings what they sent up to date; with what the server was `seen` to have, only where that is not what is kept. */
export async function keepOwn(seen?: Submission[]): Promise<void> {
  const who = whose()
  if (who && !(seen && (await isKept(who, seen)))) await keepSent(who)
}
