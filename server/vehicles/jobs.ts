import { erasing } from '../lib/erasing.ts'
import { vehicles } from './table.ts'

export const eraseArchivedVehicles = erasing('vehicles', vehicles)
