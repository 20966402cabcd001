import { wallClock } from '#shared/forms/evaluation/context.ts'

/** This moment as the clock on the wall shows it, with its zone. */
export const wallNow = (): string => wallClock(new Date())
