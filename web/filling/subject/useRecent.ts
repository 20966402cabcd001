import { distinctBy } from '#shared/lib/distinct.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { subjectKey } from '#shared/subjects/registry.ts'
import { useUser } from '../../lib/session/session.ts'
import { useLive } from '../../lib/useLive.ts'
import { entriesOfForms, inFormDatabase } from '../storage/entry.ts'

const shown = 4

/** What this person filled in forms about last on this device, the latest first; undefined while that is being read. */
export function useRecent(types: readonly SubjectType[]): NamedSubject[] | undefined {
  const user = useUser()
  return useLive(async () => {
    if (!user) return []
    const entries = await inFormDatabase(user.id, entriesOfForms)
    const subjects = entries
      .filter(({ company_id }) => company_id === user.company_id)
      .sort((one, other) => other.created_at.localeCompare(one.created_at))
      .flatMap(entry => entry.subjects.filter(({ type }) => types.includes(type)))
    return distinctBy(subjects.toReversed(), subjectKey).toReversed().slice(0, shown)
  }, [user?.id, user?.company_id, types.join()])
}
