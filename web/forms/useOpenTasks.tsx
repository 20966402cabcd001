import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenTaskChoice } from '#shared/forms/openTasks.ts'
import { SideSheet } from '../ui/SideSheet.tsx'
import { tellProblem } from '../ui/toast.tsx'
import { formsApi } from './api.ts'

type Asked = { count: number; choose: (choice: OpenTaskChoice) => void }

/**
 * Asks what becomes of the open tasks of forms that are about to be archived, where there are any: their people could only skip them. `sheet`
 * is shown beside what asks. Closing it archives nothing.
 */
export function useOpenTasks() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)

  async function ask(formIds: number[], choose: Asked['choose']): Promise<void> {
    try {
      let count = 0
      for (const id of formIds) count += (await formsApi.openTasks({ id })).count
      if (count === 0) choose('keep')
      else setAsked({ count, choose })
    } catch (error) {
      // Nothing is archived before it is known what would become of the tasks.
      tellProblem(error)
    }
  }

  const sheet = asked && (
    <SideSheet title={t('forms.openTasks.title')} onClosed={() => setAsked(null)}>
      {close => {
        const choose = (choice: OpenTaskChoice) => () => {
          asked.choose(choice)
          close()
        }
        return (
          <Stack>
            <p>{t('forms.openTasks.text', { count: asked.count })}</p>
            <Button size="lg" onClick={choose('end')}>
              {t('forms.openTasks.end')}
            </Button>
            <Button size="lg" variant="default" onClick={choose('without_form')}>
              {t('forms.openTasks.withoutForm')}
            </Button>
          </Stack>
        )
      }}
    </SideSheet>
  )
  return { ask, sheet }
}
