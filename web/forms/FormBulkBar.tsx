import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'
import type { OpenTasksChosen } from '#shared/forms/rules.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { actOnEach } from '../ui/list/actOnEach.ts'
import { BulkBar } from '../ui/list/BulkBar.tsx'
import { usePicked } from '../ui/list/usePicked.ts'
import type { Selection } from '../ui/list/useSelection.ts'
import { tellUndo } from '../ui/toast.tsx'
import { useOpenTasks } from './useOpenTasks.tsx'

type Act = 'open' | 'closed' | 'archive' | 'restore'

const perform = (act: Act, id: number, ofTasks: OpenTasksChosen): Promise<unknown> => {
  if (act === 'archive') return api.forms.remove({ id, ...ofTasks })
  if (act === 'restore') return api.forms.restore({ id })
  return api.forms.update({ id, status: act })
}
const kept: OpenTasksChosen = { open_tasks: 'keep' }
const opposite: Record<Act, Act> = { open: 'closed', closed: 'open', archive: 'restore', restore: 'archive' }

/** What can be done to the picked forms at once; each of it can be taken back. */
export function FormBulkBar({ selection, isArchive }: { selection: Selection; isArchive: boolean }) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const { ask, sheet } = useOpenTasks()
  const picked = usePicked<Form>(api.forms.list.key, selection)
  const acting = useMutation({
    mutationFn: ({ act, forms, ofTasks = kept }: { act: Act; forms: Form[]; ofTasks?: OpenTasksChosen }) =>
      actOnEach(
        forms,
        form => textIn(form.name, toLocale(i18n.language), form.default_language).text,
        ({ id }) => perform(act, id, ofTasks),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: api.forms.key }),
  })

  function act(what: Act, forms: Form[], ofTasks = kept) {
    acting.mutate(
      { act: what, forms, ofTasks },
      {
        // Those that could not be changed need no way back.
        onSuccess: done =>
          tellUndo(t(`forms.bulkDone.${what}`, { count: done.length }), t('common.undo'), () =>
            acting.mutate({ act: opposite[what], forms: done }),
          ),
      },
    )
    selection.clear()
  }

  const [open, closed] = [
    picked.filter(({ status }) => status === 'open' || status === 'closing'),
    picked.filter(({ status }) => status === 'closed'),
  ]
  return (
    <BulkBar selection={selection}>
      {!isArchive && open.length > 0 && (
        <Button variant="default" leftSection={<IconLock size={18} />} onClick={() => act('closed', open)}>
          {t('forms.closeSome', { count: open.length })}
        </Button>
      )}
      {!isArchive && closed.length > 0 && (
        <Button variant="default" leftSection={<IconLockOpen size={18} />} onClick={() => act('open', closed)}>
          {t('forms.openSome', { count: closed.length })}
        </Button>
      )}
      {isArchive ? (
        <Button variant="default" leftSection={<IconArchiveOff size={18} />} onClick={() => act('restore', picked)}>
          {t('forms.restoreSome', { count: picked.length })}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconArchive size={18} />}
          onClick={() =>
            ask(
              picked.map(({ id }) => id),
              choice => act('archive', picked, choice),
            )
          }
        >
          {t('forms.archiveSome', { count: picked.length })}
        </Button>
      )}
      {sheet}
    </BulkBar>
  )
}
