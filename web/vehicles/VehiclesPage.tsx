import { useTranslation } from 'react-i18next'
import type { Vehicle } from '#shared/vehicles/contract.ts'
import { vehicleTypes } from '#shared/vehicles/rules.ts'
import { api } from '../api.ts'
import { CompanyFilter } from '../companies/CompanySelect.tsx'
import { Can } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { SubjectsPage } from '../registers/SubjectsPage.tsx'
import { LorryDrawing } from '../ui/drawings/Drawings.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { type List, useList } from '../ui/list/useList.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { LogBookButton } from '../vehicle-log/LogBookButton.tsx'

const VehicleForm = lazyPart(() => import('./VehicleForm.tsx').then(part => part.VehicleForm))

/** The register of vehicles. */
export function VehiclesPage() {
  const { t } = useTranslation()
  const isForAll = useUser()?.company_id === null
  const list = useList(api.vehicles.list)
  return (
    <SubjectsPage
      feature="vehicles"
      subject="Vehicle"
      calls={api.vehicles}
      list={list}
      {...(isForAll && { narrowing: { name: 'company_id', filter: <CompanyFilter list={list as List<unknown>} /> } })}
      columns={[
        ...(isForAll
          ? [
              {
                key: 'company_name',
                title: t('forms.company'),
                cell: (row: Vehicle) => <bdi>{row.company_name}</bdi>,
                width: '11rem',
              },
            ]
          : []),
        {
          key: 'plate',
          title: t('vehicles.plate'),
          cell: row => row.plate && <bdi>{row.plate}</bdi>,
          width: isForAll ? '9rem' : '12rem',
        },
        {
          key: 'type',
          title: t('vehicles.type'),
          cell: row => t(`vehicles.types.${row.type}`),
          width: isForAll ? '9rem' : '14rem',
        },
      ]}
      why={({ ended_papers: ended }) =>
        ended.length > 0 && (
          <div>
            {t('certificates.ended')} {ended.map(kind => t(`certificates.kinds.${kind}`)).join(' · ')}
          </div>
        )
      }
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
        <>
          <Can I="read" a="Paper">
            <PathLink href="/papers">{t('certificates.title')}</PathLink>
          </Can>
          {!isForAll && (
            <Can I="read" a="VehicleEntry">
              <LogBookButton />
            </Can>
          )}
        </>
      }
      form={onClosed => <VehicleForm onClosed={onClosed} />}
    />
  )
}
