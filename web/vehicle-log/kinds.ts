import { api } from '../api.ts'
import { interruptible } from '../lib/offline/interruptible.ts'
import { queryClient } from '../lib/queryClient.ts'
import { entryKind } from './entryKind.ts'

/** What the log of vehicles puts into the outbox. */
export const vehicleLogKinds = [
  entryKind(interruptible(api.vehicleLog.write), () => queryClient.invalidateQueries({ queryKey: api.vehicleLog.key })),
]
