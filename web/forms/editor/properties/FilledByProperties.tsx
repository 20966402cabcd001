import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FilledBy } from '#shared/forms/definition.ts'
import { roles } from '#shared/lib/roles.ts'
import { useGivableRoles } from '../../../roles/queries.ts'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { patched } from '../structure/patched.ts'
import { Fold } from './Fold.tsx'
import { Toggle } from './Toggle.tsx'

/** Who begins the form: everybody who works here or some roles of them, and guests. Managers always do. */
export function FilledByProperties() {
  const { t } = useTranslation()
  const changeDefinition = useChangeDefinition()
  const { settings } = useShown().state.content.definition
  const { role_ids, guests } = settings?.filled_by ?? {}
  const working = useGivableRoles().filter(({ id }) => id !== roles.manager && id !== roles.guest)
  const change = (changes: { [Name in keyof FilledBy]: FilledBy[Name] | undefined }) =>
    changeDefinition(before => {
      const filled_by = patched(before.settings?.filled_by ?? {}, changes)
      const isSaid = Object.keys(filled_by).length > 0
      const others = patched(before.settings ?? {}, { filled_by: isSaid ? filled_by : undefined })
      return patched(before, { settings: Object.keys(others).length > 0 ? others : undefined })
    })
  return (
    <Fold part="filledBy" title={t('formProperties.filledBy')} isUsed={settings?.filled_by !== undefined}>
      <NativeSelect
        aria-label={t('formProperties.filledBy')}
        value={role_ids ? 'roles' : 'everybody'}
        data={[
          { value: 'everybody', label: t('formProperties.filledByEverybody') },
          { value: 'roles', label: t('formProperties.filledByRoles') },
        ]}
        onChange={event => change({ role_ids: event.currentTarget.value === 'roles' ? [roles.employee] : undefined })}
      />
      {role_ids && (
        <Checkbox.Group
          label={t('formProperties.filledByRoles')}
          description={t('formProperties.filledByRolesHelp')}
          value={role_ids.map(String)}
          // Without any role nobody would be left to choose; the last one stays.
          onChange={chosen => chosen.length > 0 && change({ role_ids: chosen.map(Number) })}
        >
          {working.map(({ id, name }) => (
            <Checkbox key={id} value={String(id)} label={name} mt="xs" />
          ))}
        </Checkbox.Group>
      )}
      <Toggle
        label={t('formProperties.forGuests')}
        help={t('formProperties.forGuestsHelp')}
        checked={guests === true}
        onChange={isOffered => change({ guests: isOffered || undefined })}
      />
    </Fold>
  )
}
