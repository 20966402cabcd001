import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { tellUndo } from '../../ui/toast.tsx'

/** Takes something out of the library, which can be taken back; forms keep what they have. */
export function LibraryItemTools({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['forms', 'library'] })
  const restoring = useMutation({ mutationFn: () => api.forms.restoreToLibrary({ id }), onSettled })
  const removing = useMutation({
    mutationFn: () => api.forms.removeFromLibrary({ id }),
    onSuccess: () => tellUndo(t('forms.said.outOfLibrary', { name }), t('common.undo'), () => restoring.mutate()),
    onSettled,
  })
  return (
    <ActionIcon
      aria-label={t('forms.outOfLibrary', { name })}
      title={t('forms.remove')}
      loading={removing.isPending}
      onClick={() => removing.mutate()}
    >
      <IconTrash size={20} />
    </ActionIcon>
  )
}
