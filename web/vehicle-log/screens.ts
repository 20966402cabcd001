import type { Screens } from '../lib/screens.ts'

/** The log stands on the page of its vehicle. */
export const vehicleLogScreens = {
  kinds: async () => (await import('./entryKind.ts')).vehicleLogKinds,
} satisfies Screens
