import { api } from '../api.ts'
import { queryClient } from '../lib/queryClient.ts'
import { withTimeout } from '../lib/withTimeout.ts'
import { entryKind } from './entryKind.ts'

/** What the log of vehicles puts into the outbox. */
export const vehicleLogKinds = [
  entryKind(withTimeout(api.vehicleLog.write), () => queryClient.invalidateQueries({ queryKey: api.vehicleLog.key })),
]
