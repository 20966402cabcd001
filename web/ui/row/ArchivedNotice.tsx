import { Box, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Notice } from '../Notice.tsx'
import { tellUndo } from '../toast.tsx'

/** Stands above an archived row; its children are what can be done about it. */
export function ArchivedNotice({ at, children }: { at: string; children?: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box mb="md">
      <Notice kind="info">
        <Group justify="space-between" gap="xs">
          {t('common.archivedSince', { date: format.date(at) })}
          {children}
        </Group>
      </Notice>
    </Box>
  )
}

type Row = { id: number; name: string }
type Calls = {
  remove: (input: { id: number }) => Promise<unknown>
  restore: (input: { id: number }) => Promise<unknown>
}

/**
 * Archives a row of a register, goes back to the list and offers to take it back; or restores one. `feature` as in
 * `api`. What could not be done is told as ever, or `onError` takes it, where the page says it in place.
 */
export function useArchive(feature: string, calls: Calls, listPath: string, onError?: (error: Error) => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: [feature] })
  const restoring = useMutation({
    mutationFn: ({ id }: Row) => calls.restore({ id }),
    onSettled: changed,
    ...(onError && { onError }),
  })
  const archiving = useMutation({
    mutationFn: ({ id }: Row) => calls.remove({ id }),
    onSuccess(_result, row) {
      navigate({ href: listPath })
      tellUndo(t('common.archivedName', { name: row.name }), t('common.undo'), () => restoring.mutate(row))
    },
    onSettled: changed,
    ...(onError && { onError }),
  })
  const { isPending: isArchiving } = archiving
  return {
    archive: archiving.mutate,
    restore: restoring.mutate,
    isArchiving,
    error: archiving.error ?? restoring.error,
  }
}
