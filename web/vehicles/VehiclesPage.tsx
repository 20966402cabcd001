import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '#shared/vehicles/contract.ts'
import { vehicleTypes } from '#shared/vehicles/vehicleTypes.ts'
import { Can } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { useStatusColumn } from '../subjects/StatusColumn.tsx'
import { StatusFilter } from '../subjects/StatusFilter.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { LorryDrawing } from '../ui/drawings.tsx'
import { ListEmpty } from '../ui/ListEmpty.tsx'
import { ListFilter } from '../ui/ListFilter.tsx'
import { ListToolbar } from '../ui/ListToolbar.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useList } from '../ui/useList.ts'

const VehicleForm = lazyPart(() => import('./VehicleForm.tsx').then(part => part.VehicleForm))

/** The register of vehicles. */
export function VehiclesPage() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const list = useList(api.vehicles.list)

  const status = useStatusColumn<Vehicle>()
  const columns: Column<Vehicle>[] = [
    { key: 'name', title: t('vehicles.name'), cell: row => row.name, sortable: true },
    status,
    { key: 'plate', title: t('vehicles.plate'), cell: row => row.plate && <bdi>{row.plate}</bdi>, width: '14rem' },
    { key: 'type', title: t('vehicles.type'), cell: row => t(`vehicles.types.${row.type}`), width: '14rem' },
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
    <Can I="create" a="Vehicle">
      <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
        {t('vehicles.add')}
      </Button>
    </Can>
  )

  return (
    <>
      <PageHeader title={t('vehicles.title')} count={list.page?.meta.total} actions={addButton} />
      <ListToolbar list={list} withArchive>
        <StatusFilter list={list} />
        <ListFilter
          list={list}
          name="type"
          label={t('vehicles.type')}
          all={t('vehicles.allTypes')}
          choices={vehicleTypes.map(type => ({ value: type, label: t(`vehicles.types.${type}`) }))}
        />
      </ListToolbar>
      <DataTable
        label={t('vehicles.title')}
        list={list}
        columns={columns}
        href={row => `/vehicles/${row.id}`}
        empty={
          <ListEmpty
            list={list}
            filters={['status', 'type']}
            drawing={<LorryDrawing />}
            title={t('vehicles.empty')}
            text={t('vehicles.emptyText')}
          />
        }
      />
      {isAdding && <VehicleForm onClosed={() => setAdding(false)} />}
    </>
  )
}
