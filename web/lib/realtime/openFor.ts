/**
 * For how long this page has been open, in milliseconds. The clock that runs evenly may stand still while a device
 * sleeps, and the other may be set: the longer one is right.
 */
export const openForMs = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin)
