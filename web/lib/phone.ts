/** Whose phone this is: what was kept when a worker without e-mail enrolled it. With it and the PIN they sign in. */
const key = 'tend_phone'

export type Phone = {
  device: string
  name: string
  company: string
}

export function keptPhone(): Phone | null {
  try {
    const phone = JSON.parse(localStorage.getItem(key) ?? 'null')
    return phone && typeof phone.device === 'string' ? phone : null
  } catch {
    return null
  }
}

export const keepPhone = (phone: Phone) => localStorage.setItem(key, JSON.stringify(phone))

/** The enrolment has ended: the PIN opens nothing any more. */
export const forgetPhone = () => localStorage.removeItem(key)
