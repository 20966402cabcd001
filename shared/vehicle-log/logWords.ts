/** What is written down of a vehicle by the day; apart from the contract, so that the browser needs no schemas to offer it. */
export const logKinds = ['odometer', 'driver', 'cleaning', 'maintenance'] as const
export type LogKind = (typeof logKinds)[number]

/** What whoever drives writes down; who drives is said by whoever looks after the vehicles. */
export const drivenKinds = ['odometer', 'cleaning', 'maintenance'] as const satisfies readonly LogKind[]

/** Regulation (EC) No 1/2005 and the charters of slaughterhouses ask for both after each load. */
export const cleaningWorks = ['cleaned', 'disinfected', 'cleaned_and_disinfected'] as const

/** So many plans a vehicle has at most. */
export const mostPlans = 30
