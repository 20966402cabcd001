import { invalidField, Problem } from '#shared/lib/problem.ts'

type DatabaseError = { code: string; message: string; detail?: string; table?: string; constraint?: string }

/**
 * What a refusal of the database means for the person who asked: a reference to nothing, a value that is taken.
 * Anything else is returned as it came.
 */
export function problemOf(error: unknown): unknown {
  const cause = databaseError(error)
  switch (cause?.code) {
    case '23503':
      return cause.detail?.includes('is still referenced')
        ? new Problem('in_use')
        : invalidField(columnOf(cause), 'not_found')
    case '23505':
      return invalidField(columnOf(cause), 'taken')
    // A row outside of the reach of a member: what may be read there is decided before, so this is a write.
    case '42501':
      return cause.message.includes('row-level security') ? new Problem('forbidden') : error
    // A number that no column holds: a contract that lets it through lacks a bound.
    case '22003':
      return new Problem('invalid')
    case '40001':
    case '40P01':
    case '53300':
    case '57P01':
    case '57P02':
    case '57P03':
      return new Problem('unavailable')
    case '53100':
    case 'ENOSPC':
    case 'EDQUOT':
      return new Problem('storage_full')
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENOENT':
    case 'EPIPE':
    case 'ETIMEDOUT':
      return new Problem('unavailable')
    default:
      return isPassing(error) ? new Problem('unavailable') : error
  }
}

/** Drizzle wraps the driver's error as its cause. */
function databaseError(error: unknown): DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && !(at instanceof Problem)) return at as Error & DatabaseError
  }
}

/**
 * A connection that was lost, or one to a server that is a standby: the primary moves, and the next connection finds
 * it.
 */
function isPassing(error: unknown): boolean {
  const lost = /Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i
  const standby = /during recovery$/
  for (let at = error; at instanceof Error; at = at.cause)
    if (lost.test(at.message) || standby.test(at.message)) return true
  return false
}

/**
 * Constraints are named `<table>_<column>_fk` and `<table>_<column>_key`: behind row-level security the server names no
 * column.
 */
function columnOf({ table, constraint }: DatabaseError): string {
  return constraint?.replace(`${table}_`, '').replace(/_(fk|key)$/, '') ?? ''
}
