import type { SentTask } from '#shared/tasks/contract.ts'
import { asksWho } from './asksWho.ts'

/** Whether something is asked before a task is done: proof, whether what was done helped, or who did it. */
export const asksFirst = (sent: SentTask): boolean => Boolean(sent.proof || sent.verifies) || asksWho(sent)
