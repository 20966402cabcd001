/** What a visitor answered as a kind of the outbox: sent whole when it was completed, and gone from the device after that. */
import type { PublicSubmission } from '#shared/public-links/publicForm.ts'
import { payloadVersion } from '#shared/submissions/delivery.ts'
import type { OutboxHandler } from '../../lib/offline/outboxHandler.ts'
import { RequestError } from '../../lib/requestError.ts'
import type { Entry } from '../journal/entry.ts'
import type { Link } from './address.ts'
import type { Reported } from './channel/deliverReport.ts'
import { deliverVisit } from './deliverVisit.ts'
import { isAboutPin } from './useForm.ts'

export type Told = {
  onBusy: (isBusy: boolean) => void
  onProblem: (problem: RequestError | undefined) => void
  onSent: (answer: PublicSubmission) => void
  /** A report is a case of its own, with its code. */
  onReported: (reported: Reported) => void
  onLocked: () => void
}

export const visitKind = (link: Link, isChannel: boolean, told: Told): OutboxHandler<Entry> => ({
  name: 'visit',
  payloadVersion,
  async deliver({ uuid }) {
    told.onBusy(true)
    try {
      if (isChannel) {
        const reported = await (await import('./channel/deliverReport.ts')).deliverReport(link, uuid)
        told.onProblem(undefined)
        if (reported) told.onReported(reported)
        return reported !== undefined
      }
      const answer = await deliverVisit(link, uuid)
      told.onProblem(undefined)
      if (answer) told.onSent(answer)
      return answer !== undefined
    } catch (error) {
      const problem = error instanceof RequestError ? error : new RequestError({ status: 0, code: 'unknown_error' })
      told.onProblem(problem)
      if (!isAboutPin(problem)) throw problem
      // As when a session ended: nothing was decided, and all waits for the PIN.
      told.onLocked()
      throw new RequestError({ status: 401, code: problem.code, message: problem.message })
    } finally {
      told.onBusy(false)
    }
  },
  describe: entry => ({ title: Object.values(entry.form_name)[0] ?? '', details: [] }),
  // What says answers in words is fetched when somebody asks for the copy.
  rescue: async (entry, reader) => (await import('../journal/rescueFiles.ts')).rescueFiles(entry, reader),
})
