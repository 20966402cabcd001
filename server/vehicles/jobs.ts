import { erasing } from '../lib/jobs/erasing.ts'
import { papers } from '../papers/table.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { vehicles } from './table.ts'

export const eraseArchivedVehicles = erasing('vehicles', vehicles, [
  { table: papers, of: papers.vehicleId },
  { table: subjectStatuses, of: subjectStatuses.vehicleId },
])
