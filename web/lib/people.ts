/**
 * The people of this device, whom its entrance greets: workers who enrolled it and sign in with a PIN, and people who
 * locked it without signing out. Only their names are here; sessions and work are encrypted (`encryption/keyVault.ts`).
 */
import { isRecord, onDevice, storedJson } from './storage.ts'

const stored = storedJson(onDevice, 'tend_people', people => (Array.isArray(people) ? people.filter(isPerson) : null))
/** Where versions before the shared tablet kept the one worker whose phone it was. */
const older = storedJson(onDevice, 'tend_phone', phone => {
  const person: unknown = isRecord(phone) ? { user_id: 0, ...phone } : null
  return isPerson(person) && typeof person.device === 'string' ? person : null
})

export type DevicePerson = {
  /** 0 where an earlier version did not say. */
  user_id: number
  name: string
  company: string
  /** With it and the PIN they sign in. */
  device?: string
  email?: string | null
  /** Their session continues: they handed the device to somebody else. */
  isAway?: boolean
}

export const keptPeople = (): DevicePerson[] => stored.read() ?? [older.read() ?? []].flat()

/** Remembers somebody, or what has changed of them. */
export function keepPerson(person: DevicePerson): void {
  const others = keptPeople().filter(one => !isSame(one, person))
  const before = keptPeople().find(one => isSame(one, person))
  store([...others, { ...before, ...person }])
}

/** The enrolment has ended: the PIN opens nothing any more. */
export const forgetDevice = (device: string): void => store(keptPeople().filter(one => one.device !== device))

/** They signed out: only whose device this is by an enrolment is still greeted. */
export const forgetAway = (userId: number): void =>
  store(
    keptPeople().flatMap(({ isAway, ...person }) => {
      if (person.user_id !== userId) return [{ ...person, ...(isAway && { isAway }) }]
      return person.device ? [person] : []
    }),
  )

function isPerson(kept: unknown): kept is DevicePerson {
  return isRecord(kept) && typeof kept.user_id === 'number' && typeof kept.name === 'string'
}

const isSame = (one: DevicePerson, other: DevicePerson) =>
  (one.user_id !== 0 && one.user_id === other.user_id) || (one.device !== undefined && one.device === other.device)

function store(people: DevicePerson[]): void {
  stored.write(people)
  older.remove()
}
