import type { Rules } from '../lib/rules.ts'

/** Managers may ask whether a colleague has an address; people are otherwise the administrators' affair. */
export const userRules: Rules = (allow, actor) => {
  if (actor.isManager) allow('read', 'EmailAddress')
}
