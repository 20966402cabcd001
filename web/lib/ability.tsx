import { type ReactNode, useMemo } from 'react'
import { abilityFrom, allows } from '#shared/lib/rules.ts'
import { useAbilityRules } from './session.ts'

/**
 * Asks what the signed-in person may do: `can('create', 'Location')`, `can('update', 'Location', row)`.
 * It only hides what the server would refuse.
 */
export function useAbility() {
  const rules = useAbilityRules()
  return useMemo(() => {
    const ability = abilityFrom(rules)
    return (action: string, type: string, row?: object) => allows(ability, action, type, row)
  }, [rules])
}

/** Shows its children to those who may: `<Can I="create" a="Location">`. */
export function Can({ I, a, row, children }: { I: string; a: string; row?: object; children: ReactNode }) {
  return useAbility()(I, a, row) && children
}
