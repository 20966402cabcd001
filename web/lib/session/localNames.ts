/** The names of people who work or worked on this device, for copies of their work. */
import { isRecord, onDevice, storedJson } from '../storage.ts'

const named = new Map<number, string>()
const gone = new Set<number>()

/** Says what somebody is called who is not signed in, and whether their account is gone. */
export function setLocalDisplayName(userId: number, name: string, isGone = false): void {
  named.set(userId, name)
  if (isGone) gone.add(userId)
}

/** Whether the person's account is gone, so that nothing can be sent any more. */
export const isAccountGone = (userId: number): boolean => gone.has(userId)

/** The name of somebody, as far as it is known here. */
export const localDisplayName = (userId: number): string => signedIn(userId)?.name ?? named.get(userId) ?? ''

/** Whether a person works in a company now; true of signed-out people, of whom it is unknown. */
export function isOfCompany(userId: number, companyId: number): boolean {
  const user = signedIn(userId)
  return !user || user.company_id === companyId
}

/** The signed-in person, if it is this one. */
function signedIn(userId: number): { name: string; company_id: number | null } | undefined {
  const user = storedJson(onDevice, 'user', kept => (isRecord(kept) ? kept : null)).read()
  if (user?.id !== userId) return undefined
  return { name: String(user.name ?? ''), company_id: typeof user.company_id === 'number' ? user.company_id : null }
}
