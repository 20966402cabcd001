import { erasing } from '../lib/jobs/erasing.ts'
import { guideReadings, guides, guideVersions } from './table.ts'

export const eraseArchivedGuides = erasing('guides', guides, [
  { table: guideReadings, of: guideReadings.guideId },
  { table: guideVersions, of: guideVersions.guideId },
])
