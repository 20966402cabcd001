/** What an inspector wrote inside the pass that this one renews, with what has come of it by now. */
import { z } from 'zod'
import { severities } from '../findings/rules.ts'
import { contract } from '../lib/contract.ts'
import { Day, Id, Time, Uuid } from '../lib/fields.ts'
import { byPass, Kind, passLink } from './passPage.ts'
import { findingStates, requestStates } from './rules.ts'

const aboutRecord = {
  /** A record that this pass shows too; null for another, and for the visit in general. */
  kind: Kind.nullable(),
  record_id: Id.nullable(),
}

/** The inspector's words are as they typed them. Nobody of the company is named, by number neither. */
export const PassFollowUp = z
  .object({
    /** Start of the earlier pass. */
    since: Time,
    findings: z.array(
      z.object({
        ...aboutRecord,
        uuid: Uuid,
        text: z.string(),
        location: z.string().nullable(),
        severity: z.enum(severities),
        due_on: Day,
        state: z.enum(findingStates),
        done_at: Time.nullable(),
      }),
    ),
    requests: z.array(
      z.object({ ...aboutRecord, number: z.int(), text: z.string(), due_on: Day, state: z.enum(requestStates) }),
    ),
    /** Words of the closing note. */
    closing: z.string().nullable(),
  })
  .meta({ id: 'PassFollowUp' })
export type PassFollowUp = z.infer<typeof PassFollowUp>

export const passFollowUps = contract({
  read: {
    summary: 'Read what was written inside the pass that an audit pass renews',
    description: 'Findings and requests for evidence with their present state; null where it renews none.',
    ...byPass,
    path: '/passes/mine/:id/:token/earlier',
    input: z.object(passLink),
    returns: PassFollowUp.nullable(),
  },
})
