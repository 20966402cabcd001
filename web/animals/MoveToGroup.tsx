import { Button, Menu } from '@mantine/core'
import { IconChevronUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnimalGroup } from '#shared/animal-groups/contract.ts'
import type { Animal } from '#shared/animals/contract.ts'
import { actOnEach } from '../ui/list/actOnEach.ts'
import { tellUndo } from '../ui/toast.tsx'
import { animalsApi } from './api.ts'

type Props = { picked: Animal[]; groups: AnimalGroup[]; onDone: () => void }

/** Puts the picked animals into another group, which can be taken back. */
export function MoveToGroup({ picked, groups, onDone }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const put = (rows: Animal[], groupOf: (row: Animal) => number | null) =>
    actOnEach(
      rows,
      ({ name }) => name,
      row => animalsApi.update({ id: row.id, animal_group_id: groupOf(row) }),
    ).finally(() => queries.invalidateQueries({ queryKey: ['animals'] }))
  const returning = useMutation({ mutationFn: (rows: Animal[]) => put(rows, row => row.animal_group_id) })
  const moving = useMutation({
    mutationFn: ({ rows, group }: { rows: Animal[]; group: AnimalGroup | null }) => put(rows, () => group?.id ?? null),
    onSuccess: (moved, { group }) =>
      tellUndo(group ? t('animals.movedTo', { group: group.name }) : t('animals.noGroup'), t('common.undo'), () =>
        returning.mutate(moved),
      ),
  })
  if (groups.length === 0) return null
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronUp size={18} />}>
          {t('animals.moveToGroup')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...groups, null].map(group => (
          <Menu.Item
            key={group?.id ?? 0}
            onClick={() => {
              moving.mutate({ rows: picked, group })
              onDone()
            }}
          >
            {group ? <bdi>{group.name}</bdi> : t('animals.noGroup')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
