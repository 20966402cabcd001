/** The part of the application's logger that the realtime server uses. */
export type Log = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
  debug(details: object, message: string): void
}
