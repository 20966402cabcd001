/**
 * Corrective task: its cause, measure and check. Separate from the contract, so that the browser loads no schemas for
 * it.
 */

/** Hierarchy of controls, the strongest first. */
export const controls = ['eliminate', 'substitute', 'engineering', 'administrative', 'protective'] as const
export type Control = (typeof controls)[number]

/** Results of a check whether a correction helped. */
export const effects = ['worked', 'failed'] as const
export type Effect = (typeof effects)[number]

/** Bound of days until that check. */
export const maxVerifyDays = 365

/** Bounds of a company's root causes, and of the length of one. */
export const maxRootCauses = 50
export const longestRootCause = 100
