import { erasing } from '../lib/erasing.ts'
import { locations } from './table.ts'

export const eraseArchivedLocations = erasing('locations', locations)
