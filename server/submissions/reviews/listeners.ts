import { on } from '../../lib/events.ts'
import { submissionCompleted } from '../facts.ts'
import { askForReview } from './told.ts'

/** A form can name who reviews what was filled in. */
export const reviewListeners = [on(submissionCompleted, (ctx, { submission }) => askForReview(ctx, submission))]
