import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tellUndo } from '../../../ui/toast.tsx'
import { formsApi } from '../../api.ts'

/** Takes something out of the library, which can be taken back; forms keep what they have. */
export function LibraryItemTools({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['forms', 'library'] })
  const restoring = useMutation({ mutationFn: () => formsApi.restoreToLibrary({ id }), onSettled })
  const removing = useMutation({
    mutationFn: () => formsApi.removeFromLibrary({ id }),
    onSuccess: () => tellUndo(t('formEditor.said.outOfLibrary', { name }), t('common.undo'), () => restoring.mutate()),
    onSettled,
  })
  return (
    <ActionIcon
      aria-label={t('formEditor.outOfLibrary', { name })}
      title={t('formEditor.remove')}
      loading={removing.isPending}
      onClick={() => removing.mutate()}
    >
      <IconTrash size={20} />
    </ActionIcon>
  )
}
