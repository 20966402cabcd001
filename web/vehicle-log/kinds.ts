import { interruptible } from '../lib/offline/interruptible.ts'
import { queryClient } from '../lib/queryClient.ts'
import { vehicleLogApi } from './api.ts'
import { entryKind } from './entryKind.ts'

/** What the log of vehicles puts into the outbox. */
export const vehicleLogKinds = [
  entryKind(interruptible(vehicleLogApi.write), () => queryClient.invalidateQueries({ queryKey: ['vehicleLog'] })),
]
