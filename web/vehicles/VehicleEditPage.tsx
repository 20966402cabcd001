import { useNavigate, useParams } from '@tanstack/react-router'
import { Can } from '../lib/ability.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { VehicleView } from './VehicleView.tsx'

const VehicleForm = lazyPart(() => import('./VehicleForm.tsx').then(part => part.VehicleForm))

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
