import { useParams } from '@tanstack/react-router'
import { VehicleView } from './VehicleView.tsx'

/** One vehicle. */
export function VehiclePage() {
  const { id } = useParams({ from: '/shell/vehicles/$id' })
  return <VehicleView id={Number(id)} />
}
