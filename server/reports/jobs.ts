import { erasing } from '../lib/jobs/erasing.ts'
import { reports } from './table.ts'

export const eraseArchivedReports = erasing('reports', reports)
