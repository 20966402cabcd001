/** Audit passes for tests. */
import type { InputOf } from '#shared/lib/contract.ts'
import { type Pass, passes } from '#shared/passes/contract.ts'
import { passWriting } from '#shared/passes/passWriting.ts'
import { type Person, request } from './people.ts'
import { photo } from './submissions.ts'

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

/** An inspector writes everything that can be written: a finding with a photo, a pick and the closing note. */
export async function writeInPass(link: ReturnType<typeof passLinkIn>, submissionId: number): Promise<void> {
  const send = async (call: Parameters<typeof request>[0], input: object, file?: { name: string; content: Buffer }) => {
    const uuid = crypto.randomUUID()
    const response = await request(call, { ...link, uuid, ...input }, null, file && { file })
    if (response.statusCode >= 300) throw new Error(`${call.path}: ${response.statusCode} ${response.body}`)
    return uuid
  }
  const said = { device_time: '2026-11-30T08:15:00+01:00', kind: 'submission', record_id: submissionId }
  const picture = async (name: string) => send(passWriting.photo, {}, { name, content: await photo() })
  const due_on = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const photo_uuids = [await picture('gate.jpg')]
  await send(passWriting.report, { ...said, text: 'The gate is broken', severity: 'critical', due_on, photo_uuids })
  await send(passWriting.pick, { ...said, reason: 'It is the oldest one' })
  const signature_uuid = await picture('signature.png')
  await send(passWriting.close, { ...said, text: 'All in order but the gate', signed_by: 'Dr Vet', signature_uuid })
}
