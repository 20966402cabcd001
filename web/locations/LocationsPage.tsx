import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/locations/contract.ts'
import { locationTypes } from '#shared/locations/locationTypes.ts'
import { Can } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { useStatusColumn } from '../subjects/StatusColumn.tsx'
import { StatusFilter } from '../subjects/StatusFilter.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { GateDrawing } from '../ui/drawings.tsx'
import { ListEmpty } from '../ui/ListEmpty.tsx'
import { ListFilter } from '../ui/ListFilter.tsx'
import { ListToolbar } from '../ui/ListToolbar.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useList } from '../ui/useList.ts'

const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))

/** The register of places. */
export function LocationsPage() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const list = useList(api.locations.list)

  const status = useStatusColumn<Location>()
  const columns: Column<Location>[] = [
    { key: 'name', title: t('locations.name'), cell: row => row.name, sortable: true },
    status,
    { key: 'type', title: t('locations.type'), cell: row => t(`locations.types.${row.type}`), width: '14rem' },
    {
      key: 'updated_at',
      title: t('common.updatedAt'),
      cell: row => <LocalTime value={row.updated_at} as="relative" />,
      sortable: true,
      width: '12rem',
      wideOnly: true,
    },
  ]
  const addButton = (
    <Can I="create" a="Location">
      <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
        {t('locations.add')}
      </Button>
    </Can>
  )

  return (
    <>
      <PageHeader title={t('locations.title')} count={list.page?.meta.total} actions={addButton} />
      <ListToolbar list={list} withArchive>
        <StatusFilter list={list} />
        <ListFilter
          list={list}
          name="type"
          label={t('locations.type')}
          all={t('locations.allTypes')}
          choices={locationTypes.map(type => ({ value: type, label: t(`locations.types.${type}`) }))}
        />
      </ListToolbar>
      <DataTable
        label={t('locations.title')}
        list={list}
        columns={columns}
        href={row => `/locations/${row.id}`}
        empty={
          <ListEmpty
            list={list}
            filters={['status', 'type']}
            drawing={<GateDrawing />}
            title={t('locations.empty')}
            text={t('locations.emptyText')}
          />
        }
      />
      {isAdding && <LocationForm onClosed={() => setAdding(false)} />}
    </>
  )
}
