import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListView } from '#shared/views/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellProblem, tellUndo } from '../ui/toast.tsx'
import { type OpenView, useSettings } from './queries.ts'
import styles from './ViewSheet.module.css'

type Props = { viewing: OpenView; view: ListView; mayChange: boolean; onDone: () => void; onRemoved: () => void }

/** The name of a view, who may open it, whether the list opens with it, and its end, which can be undone. */
export function ViewEditor({ viewing, view, mayChange, onDone, onRemoved }: Props) {
  const { t } = useTranslation()
  const can = useAbility()
  const { set, refresh } = useSettings(viewing.name)
  const isFirst = viewing.settings?.default_view_id === view.id
  const [name, setName] = useState(view.name)
  const [forEverybody, setForEverybody] = useState(view.for_everybody)
  const [opensFirst, setOpensFirst] = useState(isFirst)
  const saving = useMutation({
    mutationFn: async () => {
      if (mayChange && (name !== view.name || forEverybody !== view.for_everybody))
        await api.views.update({ id: view.id, revision: view.revision, name, for_everybody: forEverybody })
      if (opensFirst !== isFirst) await set.mutateAsync({ default_view_id: opensFirst ? view.id : null })
    },
    // The sheet shows it.
    onError: () => undefined,
    onSuccess: async () => {
      await refresh()
      onDone()
    },
  })
  const restoring = useMutation({
    mutationFn: () => api.views.restore({ id: view.id }),
    onError: error => void tellProblem(error),
    onSettled: refresh,
  })
  const removing = useMutation({
    mutationFn: () => api.views.remove({ id: view.id }),
    onError: error => void tellProblem(error),
    onSuccess: async () => {
      if (viewing.open?.id === view.id) viewing.show(undefined)
      await refresh()
      // The sheet lies above the words that take it back.
      onRemoved()
      void tellUndo(t('views.removed', { name: view.name }), t('common.undo'), () => restoring.mutate())
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      {saving.error && (
        <Notice kind="stop">
          <ProblemText error={saving.error} />
        </Notice>
      )}
      {mayChange && (
        <TextInput
          label={t('views.name')}
          required
          maxLength={200}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
      )}
      {mayChange && can('share', 'ListView', view) && (
        <Checkbox
          className={styles.option}
          label={t('views.forEverybody')}
          checked={forEverybody}
          onChange={event => setForEverybody(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        className={styles.option}
        label={t('views.opensFirstHere')}
        checked={opensFirst}
        onChange={event => setOpensFirst(event.currentTarget.checked)}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={saving.isPending}>
          {t('common.save')}
        </Button>
        {can('delete', 'ListView', view) && (
          <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
            {t('views.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
