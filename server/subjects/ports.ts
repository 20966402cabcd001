/** Questions of subjects that higher features answer. */

import type { CertificateKind } from '#shared/certificates/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { FindingStage } from '#shared/lib/findingStages.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { QueryPort } from '../lib/ports.ts'

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
