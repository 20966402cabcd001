import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilledBy, ReviewedBy } from '#shared/forms/definition.ts'
import { roles } from '#shared/lib/roles.ts'
import { PeopleSelect } from '../../../members/PeopleSelect.tsx'
import { useGivableRoles } from '../../../roles/queries.ts'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { patched } from '../structure/content.ts'
import { Fold } from './Fold.tsx'
import { Toggle } from './fields.tsx'
import styles from './Properties.module.css'

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

/** Reviewers of submissions: nobody, everybody who may, or named people. */
export function ReviewedByProperties() {
  const { t } = useTranslation()
  const changeDefinition = useChangeDefinition()
  const reviewedBy = useShown().state.content.definition.settings?.reviewed_by
  // Until the first name is chosen nothing differs from everybody who may.
  const [isNaming, setNaming] = useState(false)
  const who = !reviewedBy ? 'nobody' : reviewedBy.user_ids || isNaming ? 'named' : 'managers'
  const change = (next: ReviewedBy | undefined) =>
    changeDefinition(before => {
      const settings = patched(before.settings ?? {}, { reviewed_by: next })
      return patched(before, { settings: Object.keys(settings).length > 0 ? settings : undefined })
    })
  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.reviewedBy')}</legend>
      <NativeSelect
        aria-label={t('formProperties.reviewedBy')}
        description={t('formProperties.reviewedByHelp')}
        value={who}
        data={(['nobody', 'managers', 'named'] as const).map(value => ({
          value,
          label: t(`formProperties.reviewers.${value}`),
        }))}
        onChange={event => {
          setNaming(event.currentTarget.value === 'named')
          change(event.currentTarget.value === 'nobody' ? undefined : {})
        }}
      />
      {who === 'named' && (
        <PeopleSelect
          label={t('formProperties.reviewers.named')}
          most={50}
          offeredFor="work"
          ids={reviewedBy?.user_ids ?? []}
          onChange={user_ids => change(user_ids.length > 0 ? { user_ids } : {})}
        />
      )}
    </fieldset>
  )
}

/** Whether what comes by the public link is a case, for the people with the case right alone. */
export function ChannelProperties() {
  const { t } = useTranslation()
  const changeDefinition = useChangeDefinition()
  const isChannel = useShown().state.content.definition.settings?.reporting_channel === true
  return (
    <Fold part="channel" title={t('formProperties.channel')} isUsed={isChannel}>
      <Toggle
        label={t('formProperties.isChannel')}
        help={t('formProperties.channelHelp')}
        checked={isChannel}
        onChange={chosen =>
          changeDefinition(before => {
            const settings = patched(before.settings ?? {}, { reporting_channel: chosen || undefined })
            return patched(before, { settings: Object.keys(settings).length > 0 ? settings : undefined })
          })
        }
      />
    </Fold>
  )
}
