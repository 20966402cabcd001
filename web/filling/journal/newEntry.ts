import { payloadVersion } from '#shared/submissions/delivery.ts'
import type { Entry } from './entry.ts'

type Beginning = Pick<Entry, 'uuid' | 'user_id' | 'company_id' | 'form_id' | 'version' | 'form_name'> & Partial<Entry>

/** An entry as it begins: a draft in which nothing was answered, and of which the server knows nothing. */
export function newEntry(beginning: Beginning): Entry {
  const now = new Date().toISOString()
  return {
    kind: 'answers',
    payload_version: payloadVersion,
    task_sent_id: null,
    task_title: null,
    subjects: [],
    state: 'draft',
    created_at: now,
    updated_at: now,
    completed_at: null,
    sent_at: null,
    server_id: null,
    server_revision: null,
    change: 0,
    sent_change: 0,
    synced_at: Date.now(),
    was_attempted: false,
    attempts: 0,
    next_attempt_at: 0,
    is_blocked: false,
    last_error: null,
    conflict: null,
    ...beginning,
  }
}
