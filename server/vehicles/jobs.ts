import { erasing } from '../lib/jobs/erasing.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { vehicles } from './table.ts'

export const eraseArchivedVehicles = erasing('vehicles', vehicles, [
  { table: subjectStatuses, of: subjectStatuses.vehicleId },
])
