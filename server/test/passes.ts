/** Audit passes for tests. */
import type { InputOf } from '#shared/lib/contract.ts'
import { type Pass, passes } from '#shared/passes/contract.ts'
import type { Person } from './people.ts'

/** What the address of a pass names. */
export function passLinkIn({ address }: { address: string }): { id: number; token: string } {
  const [, id = '', token = ''] = /\/pass\/(\d+)\/([\w.-]+)$/.exec(address) ?? []
  return { id: Number(id), token }
}

/** A pass that is open from now on for a day, with names replaced, unless something else is said. */
export const issue = (boss: Person, settings: Partial<InputOf<typeof passes.create>> = {}): Promise<Pass> =>
  boss.call(passes.create, {
    ...({ holder_name: 'Dr Vet', holder_office: 'Vet office', reach: null, kinds: ['submission', 'finding'] } as const),
    ...{ shows_names: false, starts_at: new Date().toISOString() },
    ...{ ends_at: new Date(Date.now() + 24 * 3600_000).toISOString(), ...settings },
  })
