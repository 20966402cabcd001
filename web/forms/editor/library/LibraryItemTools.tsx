import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { LibraryItem } from '#shared/forms/library.ts'
import { api } from '../../../api.ts'
import { tellUndo } from '../../../ui/toast.tsx'

/** Takes something out of the library, at once and for 30 days from its archive it can be taken back; forms keep what they have. */
export function LibraryItemTools({ item: { id, archived_at }, name }: { item: LibraryItem; name: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: api.forms.library.key })
  const restoring = useMutation({ mutationFn: () => api.forms.restoreToLibrary({ id }), onSettled })
  const removing = useMutation({
    mutationFn: () => api.forms.removeFromLibrary({ id }),
    onSuccess: () => tellUndo(t('formEditor.said.outOfLibrary', { name }), t('common.undo'), () => restoring.mutate()),
    onSettled,
  })
  if (archived_at)
    return (
      <Button
        variant="default"
        size="compact-md"
        aria-label={`${t('common.restore')}: ${name}`}
        loading={restoring.isPending}
        onClick={() => restoring.mutate()}
      >
        {t('common.restore')}
      </Button>
    )
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
