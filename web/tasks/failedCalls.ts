/** Failed calls of tasks are logged and thrown on (specification, section 8); screens say besides what happened. */
import { RequestError } from '../lib/requestError.ts'

const words: Record<string, string> = {
  list: 'load tasks',
  company: 'load tasks',
  sent: 'load tasks',
  get: 'load task',
  getSent: 'load task',
  create: 'create task',
  update: 'update task',
  remove: 'delete task',
  restore: 'restore task',
  newCount: 'load new task count',
  calendar: 'load calendar',
  companyCalendar: 'load calendar',
  completeSent: 'complete task',
  skipSent: 'skip task',
}

/** What failed, in words; a refusal or a lost network is a warning, what should not happen an error. */
export function logFailedCall(name: string, error: unknown): void {
  const isRefused = error instanceof RequestError && error.status < 500
  console[isRefused ? 'warn' : 'error'](`Failed to ${words[name] ?? name}`, error)
}
