import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '#shared/accounts/users.ts'
import { api } from '../api.ts'
import { useUser } from '../lib/session/session.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { actOnEach } from '../ui/list/actOnEach.ts'
import { BulkBar } from '../ui/list/BulkBar.tsx'
import { usePicked } from '../ui/list/usePicked.ts'
import type { Selection } from '../ui/list/useSelection.ts'
import { tellDone, tellUndo } from '../ui/toast.tsx'

const forEach = (people: User[], act: (input: { id: number }) => Promise<unknown>) =>
  actOnEach(
    people,
    ({ name }) => name,
    ({ id }) => act({ id }),
  )

/** What an admin can do with the picked people: end their accounts, and bring them back. Never with the own one. */
export function UserBulkBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const me = useUser()
  const picked = usePicked<User>(['users', 'list'], selection).filter(({ id }) => id !== me?.id)
  const [present, archived] = [picked.filter(row => !row.archived_at), picked.filter(row => row.archived_at)]
  const said = (people: User[]) => ({ count: people.length, name: people[0]?.name ?? '' })
  const onSettled = () => queries.invalidateQueries({ queryKey: api.users.key })
  const restoring = useMutation({
    mutationFn: (people: User[]) => forEach(people, api.users.restore),
    onSuccess: people => tellDone(t('users.restored', said(people))),
    onSettled,
  })
  const archiving = useMutation({
    mutationFn: (people: User[]) => forEach(people, api.users.remove),
    onSuccess: people => tellUndo(t('users.archived', said(people)), t('common.undo'), () => restoring.mutate(people)),
    onSettled,
  })
  return (
    <BulkBar selection={selection}>
      {present.length > 0 && (
        <ConfirmButton
          question={t('users.archiveQuestion', said(present))}
          confirmText={t('common.archive')}
          onConfirm={() => {
            archiving.mutate(present)
            selection.clear()
          }}
        >
          {t('users.archiveSome', { count: present.length })}
        </ConfirmButton>
      )}
      {archived.length > 0 && (
        <Button
          variant="default"
          onClick={() => {
            restoring.mutate(archived)
            selection.clear()
          }}
        >
          {t('users.restoreSome', { count: archived.length })}
        </Button>
      )}
    </BulkBar>
  )
}
