/** What is known of a corrective task beside its work; apart from the contract, so that the browser needs no schemas to offer it. */

/** The hierarchy of controls, the strongest first: what makes a hazard impossible, down to what shields a person from it. */
export const controls = ['eliminate', 'substitute', 'engineering', 'administrative', 'protective'] as const
export type Control = (typeof controls)[number]

/** What somebody found who looked whether it helped. */
export const effects = ['worked', 'failed'] as const
export type Effect = (typeof effects)[number]

/** So many days later at the most somebody looks whether it helped. */
export const mostVerifyDays = 365

/** How many root causes a company's list has at the most, and how long the name of one is. */
export const mostRootCauses = 50
export const longestRootCause = 100
