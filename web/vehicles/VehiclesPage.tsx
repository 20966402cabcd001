import { useTranslation } from 'react-i18next'
import { vehicleTypes } from '#shared/vehicles/vehicleTypes.ts'
import { Can } from '../lib/ability.tsx'
import { SubjectsPage } from '../subjects/SubjectsPage.tsx'
import { LorryDrawing } from '../ui/drawings.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useList } from '../ui/list/useList.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { vehiclesApi } from './api.ts'

const VehicleForm = lazyPart(() => import('./VehicleForm.tsx').then(part => part.VehicleForm))

/** The register of vehicles. */
export function VehiclesPage() {
  const { t } = useTranslation()
  return (
    <SubjectsPage
      noun="vehicles"
      subject="Vehicle"
      calls={vehiclesApi}
      list={useList(vehiclesApi.list)}
      columns={[
        { key: 'plate', title: t('vehicles.plate'), cell: row => row.plate && <bdi>{row.plate}</bdi>, width: '12rem' },
        { key: 'type', title: t('vehicles.type'), cell: row => t(`vehicles.types.${row.type}`), width: '14rem' },
      ]}
      filters={[
        {
          name: 'type',
          label: t('vehicles.type'),
          all: t('vehicles.allTypes'),
          choices: vehicleTypes.map(type => ({ value: type, label: t(`vehicles.types.${type}`) })),
        },
      ]}
      href={row => `/vehicles/${row.id}`}
      empty={{ title: t('vehicles.empty'), text: t('vehicles.emptyText') }}
      drawing={<LorryDrawing />}
      actions={
        <Can I="read" a="Paper">
          <PathLink href="/papers">{t('papers.title')}</PathLink>
        </Can>
      }
      form={onClosed => <VehicleForm onClosed={onClosed} />}
    />
  )
}
