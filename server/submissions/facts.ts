import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Evaluation } from '#shared/forms/logic.ts'
import { DomainEvent } from '../lib/events.ts'
import type { FoundSubmission } from './queries.ts'

/**
 * A submission is complete. It was worked out once, for the moment that its person pressed Complete: what follows goes by `evaluation`,
 * and reads its answers in `state`. Nobody works them out again.
 */
export const submissionCompleted = new DomainEvent<{
  submission: FoundSubmission
  state: FormState
  evaluation: Evaluation
}>('submission.completed')

/** Its answers are others now, worked out for the moment of its completion. */
export const submissionCorrected = new DomainEvent<{
  submission: FoundSubmission
  state: FormState
  evaluation: Evaluation
}>('submission.corrected')
