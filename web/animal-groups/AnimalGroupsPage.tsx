import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnimalGroup } from '#shared/animal-groups/contract.ts'
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
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowName } from '../ui/RowName.tsx'
import { useList } from '../ui/useList.ts'

const AnimalGroupForm = lazyPart(() => import('./AnimalGroupForm.tsx').then(part => part.AnimalGroupForm))

/** The register of animal groups. */
export function AnimalGroupsPage() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const list = useList(api.animalGroups.list)

  const status = useStatusColumn<AnimalGroup>()
  const columns: Column<AnimalGroup>[] = [
    { key: 'name', title: t('animalGroups.name'), cell: row => row.name, sortable: true },
    status,
    {
      key: 'purpose',
      title: t('animalGroups.purpose'),
      cell: row => t(`animalGroups.purposes.${row.purpose}`),
      width: '12rem',
    },
    {
      key: 'species',
      title: t('animals.species'),
      cell: row => row.species && t(`animals.speciesNames.${row.species}`),
      width: '10rem',
    },
    {
      key: 'location',
      title: t('animalGroups.location'),
      cell: row => row.location_id && <RowName id={row.location_id} get={api.locations.get} />,
      width: '14rem',
    },
  ]
  return (
    <>
      <PageHeader
        title={t('animalGroups.title')}
        count={list.page?.meta.total}
        actions={
          <Can I="create" a="AnimalGroup">
            <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
              {t('animalGroups.add')}
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
      </ListToolbar>
      <DataTable
        label={t('animalGroups.title')}
        list={list}
        columns={columns}
        href={row => `/animals/groups/${row.id}`}
        empty={
          <ListEmpty
            list={list}
            filters={['status', 'species']}
            drawing={<EarTagDrawing />}
            title={t('animalGroups.empty')}
            text={t('animalGroups.emptyText')}
          />
        }
      />
      {isAdding && <AnimalGroupForm onClosed={() => setAdding(false)} />}
    </>
  )
}
