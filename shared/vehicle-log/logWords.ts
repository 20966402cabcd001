/** Kinds of log entries. Separate from the contract, so that the browser loads no schemas for them. */
export const logKinds = ['odometer', 'driver', 'cleaning', 'maintenance'] as const
export type LogKind = (typeof logKinds)[number]

/** Kinds that a driver records; who drives is recorded by the people who manage vehicles. */
export const drivenKinds = ['odometer', 'cleaning', 'maintenance'] as const satisfies readonly LogKind[]

/** Demanded after each load by Regulation (EC) No 1/2005 and by the charters of slaughterhouses. */
export const cleaningWorks = ['cleaned', 'disinfected', 'cleaned_and_disinfected'] as const

/** Bound of maintenance plans per vehicle. */
export const maxPlans = 30
