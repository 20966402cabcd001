import type { Rules } from '../lib/rules.ts'

/** Managers ask whether a colleague has an address; people as such are the admins' affair. */
export const userRules: Rules = (allow, actor) => {
  if (actor.isManager) allow('read', 'EmailAddress')
}
