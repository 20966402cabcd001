import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { textHolds } from '#shared/lib/searching.ts'
import { api } from '../api.ts'
import { ButtonMenu } from '../ui/floatingParts.tsx'
import { runBulkAction } from '../ui/list/BulkBar.tsx'
import { tellUndo } from '../ui/toast.tsx'

type Group = { id: number; name: string }
type Props = { picked: Animal[]; groups: Group[]; onDone: () => void }

/** Groups offered at once; above this number one is searched by its name. */
const [few, maxListed] = [10, 50]

/** Puts the picked animals into another group, which can be undone. */
export function MoveToGroup({ picked, groups, onDone }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState('')
  const put = (rows: Animal[], groupOf: (row: Animal) => number | null) =>
    runBulkAction(
      rows,
      ({ name }) => name,
      row => api.animals.update({ id: row.id, animal_group_id: groupOf(row) }),
    ).finally(() => queries.invalidateQueries({ queryKey: api.animals.key }))
  const returning = useMutation({ mutationFn: (rows: Animal[]) => put(rows, row => row.animal_group_id) })
  const moving = useMutation({
    mutationFn: ({ rows, group }: { rows: Animal[]; group: Group | null }) => put(rows, () => group?.id ?? null),
    onSuccess: (moved, { group }) =>
      tellUndo(group ? t('animals.movedTo', { group: group.name }) : t('animals.noGroup'), t('common.undo'), () =>
        returning.mutate(moved),
      ),
  })
  if (groups.length === 0) return null
  const listed = groups.filter(({ name }) => textHolds(name, wanted)).slice(0, maxListed)
  return (
    <ButtonMenu
      text={t('animals.moveToGroup')}
      choices={[...listed, null].map(group => ({
        key: group?.id ?? 0,
        name: group ? <bdi>{group.name}</bdi> : t('animals.noGroup'),
        choose: () => {
          moving.mutate({ rows: picked, group })
          onDone()
        },
      }))}
    >
      {groups.length > few && (
        <TextInput
          type="search"
          aria-label={t('animals.group')}
          placeholder={t('common.search')}
          value={wanted}
          onChange={event => setWanted(event.currentTarget.value)}
        />
      )}
    </ButtonMenu>
  )
}
