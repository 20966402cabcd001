import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '#shared/vehicles/contract.ts'
import { api } from '../api.ts'
import { VehicleCertificates } from '../certificates/VehicleCertificates.tsx'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { SubjectPage } from '../registers/SubjectPage.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Decks } from './DecksField.tsx'

/** One vehicle. */
export function VehiclePage() {
  const { id } = useParams({ from: '/shell/vehicles/$id' })
  return <VehicleView id={Number(id)} />
}

/** A vehicle with its form open, for links that lead to changing it. Closed, it is the page of the vehicle. */
export function VehicleEditPage() {
  const { id } = useParams({ from: '/shell/vehicles/edit/$id' })
  const navigate = useNavigate()
  const close = () => navigate({ to: '/vehicles/$id', params: { id }, replace: true })
  return (
    <VehicleView id={Number(id)}>
      {vehicle =>
        !vehicle.archived_at && (
          <Can I="update" a="Vehicle" row={vehicle}>
            <VehicleForm vehicle={vehicle} onClosed={close} />
          </Can>
        )
      }
    </VehicleView>
  )
}

/** In the flow of the page: later it would move the content below. */
const VehicleLog = lazy(async () => ({ default: (await import('../vehicle-log/VehicleLog.tsx')).VehicleLog }))
const VehicleForm = lazyPart(() => import('./VehicleForm.tsx').then(part => part.VehicleForm))

/** One vehicle, with the page's own parts below it. */
function VehicleView({ id, children }: { id: number; children?: (vehicle: Vehicle) => ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isForAll = useUser()?.company_id === null
  return (
    <SubjectPage
      id={id}
      feature="vehicles"
      subject="Vehicle"
      calls={api.vehicles}
      back={{ to: isForAll ? '/vehicles' : '/company/vehicles', text: t('vehicles.title') }}
      fields={({ plate, type, floor_area, notes, ...more }) => [
        { label: t('vehicles.plate'), value: plate && <bdi>{plate}</bdi> },
        { label: t('vehicles.type'), value: t(`vehicles.types.${type}`) },
        { label: t('vehicles.floorArea'), value: floor_area && format.number(floor_area) },
        { label: t('vehicles.make'), value: [more.make, more.model, more.model_year].filter(Boolean).join(' ') },
        { label: t('vehicles.vin'), value: more.vin && <bdi>{more.vin}</bdi> },
        { label: t('vehicles.decks'), value: more.decks && <Decks decks={more.decks} /> },
        { label: t('vehicles.notes'), value: notes },
      ]}
      why={({ ended_papers: ended }) =>
        ended.length > 0 && (
          <p>
            {t('certificates.hinders')} {ended.map(kind => t(`certificates.kinds.${kind}`)).join(' · ')}
          </p>
        )
      }
      form={(vehicle, onClosed) => <VehicleForm vehicle={vehicle} onClosed={onClosed} />}
    >
      {vehicle => (
        <>
          <Can I="read" a="Paper">
            <VehicleCertificates vehicleId={vehicle.id} isArchived={vehicle.archived_at !== null} />
          </Can>
          <Can I="read" a="VehicleEntry">
            <VehicleLog vehicle={vehicle} isArchived={vehicle.archived_at !== null} />
          </Can>
          {children?.(vehicle)}
        </>
      )}
    </SubjectPage>
  )
}
