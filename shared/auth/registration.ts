/** Who may make an account: anybody, only who was invited, or nobody. */
export const registrationModes = ['open', 'invitation', 'off'] as const
export type RegistrationMode = (typeof registrationModes)[number]
