import { erasing } from '../lib/jobs/erasing.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { locations } from './table.ts'

export const eraseArchivedLocations = erasing('locations', locations, [
  { table: subjectStatuses, of: subjectStatuses.locationId },
])
