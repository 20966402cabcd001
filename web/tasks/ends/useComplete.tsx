import { type ReactNode, useState } from 'react'
import type { SentTask } from '#shared/tasks/contract.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { asksFirst } from './asksFirst.ts'
import { endTasks } from './taskEnds.ts'

const ProofSheet = lazyPart(() => import('./ProofSheet.tsx').then(part => part.ProofSheet))

/** Completes a task at once, or asks first what was done where the task wants to know; `asking` is to be shown. */
export function useComplete(sent: SentTask): { complete: () => void; asking: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  return {
    complete: () => (asksFirst(sent) ? setAsking(true) : endTasks([sent], { how: 'complete' })),
    asking: isAsking && <ProofSheet sent={sent} onClosed={() => setAsking(false)} />,
  }
}
