import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewedBy } from '#shared/forms/definition.ts'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { patched } from '../structure/patched.ts'
import styles from './Properties.module.css'

const ReviewersField = lazyPart(() => import('./ReviewersField.tsx').then(part => part.ReviewersField))

/** Who reviews what was filled in: nobody, whoever may, or people by their names. */
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
        <ReviewersField
          ids={reviewedBy?.user_ids ?? []}
          onChange={user_ids => change(user_ids.length > 0 ? { user_ids } : {})}
        />
      )}
    </fieldset>
  )
}
