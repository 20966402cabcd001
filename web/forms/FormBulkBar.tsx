import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'
import type { Page } from '#shared/lib/paging.ts'
import { api } from '../lib/api.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { tellUndo } from '../ui/toast.tsx'
import type { Selection } from '../ui/useSelection.ts'

type Act = 'open' | 'closed' | 'archive' | 'restore'

const perform = (act: Act, id: number): Promise<unknown> => {
  if (act === 'archive') return api.forms.remove({ id })
  if (act === 'restore') return api.forms.restore({ id })
  return api.forms.update({ id, status: act })
}
const opposite: Record<Act, Act> = { open: 'closed', closed: 'open', archive: 'restore', restore: 'archive' }

/** What can be done to the picked forms at once; each of it can be taken back. */
export function FormBulkBar({ selection, isArchive }: { selection: Selection; isArchive: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const pages = queries.getQueriesData<Page<Form>>({ queryKey: ['forms', 'list'] })
  const rows = new Map(pages.flatMap(([, page]) => page?.data ?? []).map(row => [row.id, row]))
  const picked = [...selection.ids].flatMap(id => rows.get(id) ?? [])
  const acting = useMutation({
    mutationFn: ({ act, ids }: { act: Act; ids: number[] }) => Promise.all(ids.map(id => perform(act, id))),
    onSettled: () => queries.invalidateQueries({ queryKey: ['forms'] }),
  })

  function act(what: Act, forms: Form[]) {
    const ids = forms.map(({ id }) => id)
    acting.mutate(
      { act: what, ids },
      {
        onSuccess: () =>
          tellUndo(t(`forms.bulkDone.${what}`, { count: ids.length }), t('common.undo'), () =>
            acting.mutate({ act: opposite[what], ids }),
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
        <Button variant="default" leftSection={<IconArchive size={18} />} onClick={() => act('archive', picked)}>
          {t('forms.archiveSome', { count: picked.length })}
        </Button>
      )}
    </BulkBar>
  )
}
