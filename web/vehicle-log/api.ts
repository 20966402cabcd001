import endpoints from 'virtual:endpoints/vehicleLog'
import type { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { callsOf } from '../lib/api.ts'

export const vehicleLogApi = callsOf<typeof vehicleLog>('vehicleLog', endpoints)
