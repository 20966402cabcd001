/** Questions of subjects that higher features answer, and what readers hear of their changes. */

import type { CertificateKind } from '#shared/certificates/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { FindingStage } from '#shared/lib/findingStages.ts'
import { type SubjectRef, subjectEvents } from '#shared/subjects/contract.ts'
import { registersChannel } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import { broadcast, QueryPort } from '../lib/ports.ts'

/** Asks for the names of the forms of submissions. */
export const formsOfSubmissions = new QueryPort<number[], Map<number, LocalizedText>>('subjects.forms-of-submissions')

/** Asks how far the findings of submissions about a row are: open, done or closed. */
export const stagesOfSubmissions = new QueryPort<
  { companyId: number; subject: SubjectRef; submissionIds: number[] },
  Map<number, FindingStage>
>('subjects.stages-of-submissions')

export type EndedCertificate = { vehicleId: number; kind: CertificateKind; validUntil: string }

/** Asks for the certificates that vehicles of one company, or of all, had and no longer have on a day. */
export const endedCertificatesOf = new QueryPort<
  { companyId: number | null; vehicleIds: number[]; today: string },
  EndedCertificate[]
>('subjects.ended-papers')

/** Broadcasts which rows changed to readers of registers, and to members of a part of the company that some did. */
export function broadcastToReaders(
  ctx: Context,
  event: keyof typeof subjectEvents,
  companyId: number,
  subjects: SubjectRef[],
): void {
  broadcast(ctx, subjectEvents, event, { company_id: companyId, subjects }, [registersChannel(companyId)])
  const unnamed = { company_id: companyId, subjects: [] }
  broadcast(ctx, subjectEvents, event, unnamed, [registersChannel(companyId, false)])
}
