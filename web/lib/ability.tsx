import { type ReactNode, useMemo } from 'react'
import { abilityFrom, allows, type RawRule } from '#shared/lib/rules.ts'
import { currentRules, useAbilityRules } from './session/session.ts'

function askOf(rules: RawRule[]) {
  const ability = abilityFrom(rules)
  return (action: string, type: string, row?: object) => allows(ability, action, type, row)
}

/**
 * Asks what the signed-in person may do: `can('create', 'Location')`, `can('update', 'Location', row)`.
 * It only hides what the server would refuse.
 */
export function useAbility() {
  const rules = useAbilityRules()
  return useMemo(() => askOf(rules), [rules])
}

/** The same for what is no component, as it is at this moment. */
let latest: { rules: RawRule[]; can: ReturnType<typeof askOf> } | undefined
export function currentAbility() {
  const rules = currentRules()
  if (latest?.rules !== rules) latest = { rules, can: askOf(rules) }
  return latest.can
}

/** Whether this is one of the platform's admins, who work in no company of their own. */
export const useIsAdmin = () => useAbility()('manage', 'all')

/** Shows its children to those who may: `<Can I="create" a="Location">`. */
export function Can({ I, a, row, children }: { I: string; a: string; row?: object; children: ReactNode }) {
  return useAbility()(I, a, row) && children
}
