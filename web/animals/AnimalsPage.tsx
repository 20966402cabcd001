import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { species } from '#shared/animals/species.ts'
import { Can } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { useStatusColumn } from '../subjects/StatusColumn.tsx'
import { StatusFilter } from '../subjects/StatusFilter.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EarTagDrawing } from '../ui/drawings.tsx'
import { ListEmpty } from '../ui/ListEmpty.tsx'
import { ListFilter } from '../ui/ListFilter.tsx'
import { ListToolbar } from '../ui/ListToolbar.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useList } from '../ui/useList.ts'

const AnimalForm = lazyPart(() => import('./AnimalForm.tsx').then(part => part.AnimalForm))

/** The register of animals. */
export function AnimalsPage() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const list = useList(api.animals.list)
  const groups = useQuery(api.animalGroups.list.query({ per_page: 100 })).data?.data ?? []
  const groupName = (id: number | null) => groups.find(group => group.id === id)?.name

  const status = useStatusColumn<Animal>()
  const columns: Column<Animal>[] = [
    { key: 'name', title: t('animals.name'), cell: row => row.name, sortable: true },
    status,
    { key: 'identifier', title: t('animals.identifier'), cell: row => <bdi>{row.identifier}</bdi>, width: '14rem' },
    {
      key: 'species',
      title: t('animals.species'),
      cell: row => t(`animals.speciesNames.${row.species}`),
      width: '10rem',
    },
    { key: 'group', title: t('animals.group'), cell: row => groupName(row.animal_group_id), width: '12rem' },
    {
      key: 'updated_at',
      title: t('common.updatedAt'),
      cell: row => <LocalTime value={row.updated_at} as="relative" />,
      sortable: true,
      width: '10rem',
      wideOnly: true,
    },
  ]
  return (
    <>
      <PageHeader
        title={t('animals.title')}
        count={list.page?.meta.total}
        actions={
          <Can I="create" a="Animal">
            <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
              {t('animals.add')}
            </Button>
          </Can>
        }
      />
      <ListToolbar list={list} withArchive>
        <StatusFilter list={list} />
        <ListFilter
          list={list}
          name="species"
          label={t('animals.species')}
          all={t('animals.allSpecies')}
          choices={species.map(value => ({ value, label: t(`animals.speciesNames.${value}`) }))}
        />
        <ListFilter
          list={list}
          name="animal_group_id"
          label={t('animals.group')}
          all={t('animals.allGroups')}
          choices={groups.map(group => ({ value: String(group.id), label: group.name }))}
        />
      </ListToolbar>
      <DataTable
        label={t('animals.title')}
        list={list}
        columns={columns}
        href={row => `/animals/${row.id}`}
        empty={
          <ListEmpty
            list={list}
            filters={['status', 'species', 'animal_group_id']}
            drawing={<EarTagDrawing />}
            title={t('animals.empty')}
            text={t('animals.emptyText')}
          />
        }
      />
      {isAdding && <AnimalForm onClosed={() => setAdding(false)} />}
    </>
  )
}
