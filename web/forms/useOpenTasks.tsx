import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenTasksChosen } from '#shared/forms/rules.ts'
import { FormSelect } from '../answers/FormSelect.tsx'
import { api } from '../api.ts'
import { SideSheet } from '../ui/SideSheet.tsx'
import { tellProblem } from '../ui/toast.tsx'

// A list to search in, which the list of forms does not need.

type Asked = { formIds: number[]; count: number; choose: (chosen: OpenTasksChosen) => void }
type Other = { id: number; name: string }

/**
 * Asks what happens to the open tasks of forms that are about to be archived; their people could only skip them.
 * `sheet` is rendered beside the caller; closing it archives nothing.
 */
export function useOpenTasks() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [other, setOther] = useState<Other>()

  async function ask(formIds: number[], choose: Asked['choose']): Promise<void> {
    try {
      let count = 0
      for (const id of formIds) count += (await api.forms.openTasks({ id })).count
      if (count === 0) return choose({ open_tasks: 'keep' })
      setOther(undefined)
      setAsked({ formIds, count, choose })
    } catch (error) {
      // Nothing is archived before it is known what would become of the tasks.
      tellProblem(error)
    }
  }

  const sheet = asked && (
    <SideSheet title={t('forms.openTasks.title')} onClosed={() => setAsked(null)}>
      {close => {
        const choose = (chosen: OpenTasksChosen) => () => {
          asked.choose(chosen)
          close()
        }
        return (
          <Stack>
            <p>{t('forms.openTasks.text', { count: asked.count })}</p>
            <Button size="lg" onClick={choose({ open_tasks: 'end' })}>
              {t('forms.openTasks.end')}
            </Button>
            <Button size="lg" variant="default" onClick={choose({ open_tasks: 'without_form' })}>
              {t('forms.openTasks.withoutForm')}
            </Button>
            <FormSelect
              label={t('forms.openTasks.otherForm')}
              form={other}
              without={asked.formIds}
              onChange={setOther}
            />
            <Button
              size="lg"
              variant="default"
              disabled={!other}
              onClick={choose({ open_tasks: 'other_form', other_form_id: other?.id })}
            >
              {t('forms.openTasks.useOther')}
            </Button>
          </Stack>
        )
      }}
    </SideSheet>
  )
  return { ask, sheet }
}
