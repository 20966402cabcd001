import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import type { OpenView } from './useOpenView.ts'
import { useSettings } from './useSettings.ts'
import styles from './ViewSheet.module.css'

/** Saves what the list shows now under a name. */
export function NewView({ viewing, onSaved }: { viewing: OpenView; onSaved: () => void }) {
  const { t } = useTranslation()
  const can = useAbility()
  const user = useUser()
  const { refresh } = useSettings(viewing.name)
  const [name, setName] = useState('')
  const [forEverybody, setForEverybody] = useState(false)
  const saving = useMutation({
    mutationFn: () =>
      api.views.create({
        ...{ list: viewing.name, name, filters: viewing.filters },
        ...{ columns: viewing.chosen, for_everybody: forEverybody },
      }),
    // It stands in the sheet.
    onError: () => undefined,
    onSuccess: async view => {
      await refresh()
      viewing.show(view)
      void tellDone(t('views.saved', { name: view.name }))
      onSaved()
    },
  })
  return (
    <form
      className={styles.form}
      aria-labelledby="new-view"
      onSubmit={event => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <h3 id="new-view" className={styles.heading}>
        {t('views.saveNow')}
      </h3>
      {saving.error && (
        <Notice kind="stop">
          <ProblemText error={saving.error} />
        </Notice>
      )}
      <TextInput
        label={t('views.name')}
        required
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      {can('share', 'ListView', { company_id: user?.company_id, user_id: user?.id }) && (
        <Checkbox
          className={styles.option}
          label={t('views.forEverybody')}
          checked={forEverybody}
          onChange={event => setForEverybody(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" loading={saving.isPending}>
        {t('views.save')}
      </Button>
    </form>
  )
}
