import { MultiSelect, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewedBy } from '#shared/forms/definition.ts'
import { companiesApi } from '../../../companies/api.ts'
import { useUser } from '../../../lib/session/session.ts'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { patched } from '../structure/patched.ts'
import styles from './Properties.module.css'

/** Who reviews what was filled in: nobody, whoever may, or people by their names. */
export function ReviewedByProperties() {
  const { t } = useTranslation()
  const changeDefinition = useChangeDefinition()
  const reviewedBy = useShown().state.content.definition.settings?.reviewed_by
  const company = useUser()?.company_id ?? 0
  // Until the first name is chosen nothing differs from everybody who may.
  const [isNaming, setNaming] = useState(false)
  const who = !reviewedBy ? 'nobody' : reviewedBy.user_ids || isNaming ? 'named' : 'managers'
  const members = useQuery({
    ...companiesApi.members.query({ id: company, offered_for: 'work', sort: 'name', per_page: 100 }),
    enabled: who === 'named',
  })
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
        <MultiSelect
          label={t('formProperties.reviewers.named')}
          searchable
          data={members.data?.data.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={reviewedBy?.user_ids?.map(String) ?? []}
          maxValues={50}
          nothingFoundMessage={t('common.nothingFound')}
          onChange={chosen => change(chosen.length > 0 ? { user_ids: chosen.map(Number) } : {})}
        />
      )}
    </fieldset>
  )
}
