import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { tellUndo } from '../toast.tsx'

type Row = { id: number; name: string }
type Calls = {
  remove: (input: { id: number }) => Promise<unknown>
  restore: (input: { id: number }) => Promise<unknown>
}

/** Archives a row of a register, goes back to the list and offers to take it back; or restores one. `noun` as in `api`. */
export function useArchive(noun: string, calls: Calls, listPath: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: [noun] })
  const restoring = useMutation({ mutationFn: ({ id }: Row) => calls.restore({ id }), onSettled: changed })
  const archiving = useMutation({
    mutationFn: ({ id }: Row) => calls.remove({ id }),
    onSuccess(_result, row) {
      navigate({ href: listPath })
      tellUndo(t('common.archivedName', { name: row.name }), t('common.undo'), () => restoring.mutate(row))
    },
    onSettled: changed,
  })
  return { archive: archiving.mutate, restore: restoring.mutate }
}
