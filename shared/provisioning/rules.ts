import type { Rules } from '../lib/rules.ts'

/** Managers of the whole company say what the groups of its identity provider may do here. */
export const provisioningRules: Rules = (allow, actor) => {
  if (actor.isCompanyManager && !actor.isKey) allow('manage', 'ProvisionedGroup', { companyId: actor.companyId })
}

/** All that a key with the access `scim` does. Its role is that of the people whom it brings. */
export const provisionerRules: Rules = (allow, actor) => {
  allow('provision', 'Member', { companyId: actor.companyId })
}
