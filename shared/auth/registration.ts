/** People who may create an account: anybody, only invited ones, or nobody. */
export const registrationModes = ['open', 'invitation', 'off'] as const
export type RegistrationMode = (typeof registrationModes)[number]
