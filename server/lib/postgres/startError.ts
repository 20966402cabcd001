/** The start cannot go on, and the message tells a person why and what to do; shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The text of anything thrown. */
export function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** The code of a system or PostgreSQL error ('ENOENT', '57P03'), if it has one. */
export function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}
