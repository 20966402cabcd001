import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CurrentStatus } from '#shared/subjects/subjects.ts'
import { actOnEach } from '../ui/list/actOnEach.ts'
import { BulkBar } from '../ui/list/BulkBar.tsx'
import { usePicked } from '../ui/list/usePicked.ts'
import type { Selection } from '../ui/list/useSelection.ts'
import { tellDone, tellUndo } from '../ui/toast.tsx'

/** What the rows of all registers have. */
export type SubjectRow = {
  last_checked_at: string | null
  id: number
  name: string
  status: CurrentStatus | null
  updated_at: string
  archived_at: string | null
}
type Act = (input: { id: number }) => Promise<unknown>
export type Archiving = { remove: Act; restore: Act }

type Props = { noun: string; calls: Archiving; selection: Selection }

/** Archives the picked rows of a register, which can be taken back, and restores those that are archived. */
export function SubjectBulkBar({ noun, calls, selection }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const picked = usePicked<SubjectRow>([noun, 'list'], selection)
  const [present, archived] = [picked.filter(row => !row.archived_at), picked.filter(row => row.archived_at)]
  const onSettled = () => queries.invalidateQueries({ queryKey: [noun] })
  const said = (some: SubjectRow[]) => ({ count: some.length, name: some[0]?.name ?? '' })
  const each = (some: SubjectRow[], act: Act) =>
    actOnEach(
      some,
      ({ name }) => name,
      ({ id }) => act({ id }),
    )
  const restoring = useMutation({
    mutationFn: (some: SubjectRow[]) => each(some, calls.restore),
    onSuccess: some => tellDone(t('common.restoredSome', said(some))),
    onSettled,
  })
  const archiving = useMutation({
    mutationFn: (some: SubjectRow[]) => each(some, calls.remove),
    onSuccess: some => tellUndo(t('common.archivedSome', said(some)), t('common.undo'), () => restoring.mutate(some)),
    onSettled,
  })
  const acts = [
    { some: present, text: t('common.archive'), icon: <IconArchive size={18} />, perform: archiving.mutate },
    { some: archived, text: t('common.restore'), icon: <IconArchiveOff size={18} />, perform: restoring.mutate },
  ]
  return (
    <BulkBar selection={selection}>
      {acts.map(
        ({ some, text, icon, perform }) =>
          some.length > 0 && (
            <Button
              key={text}
              variant="default"
              leftSection={icon}
              onClick={() => {
                perform(some)
                selection.clear()
              }}
            >
              {text}
            </Button>
          ),
      )}
    </BulkBar>
  )
}
