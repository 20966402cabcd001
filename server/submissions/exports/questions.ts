import { Question } from '../../lib/questions.ts'
import type { BundleReader, MadeBundle } from './bundle.ts'

export type AskedReport = { reader: BundleReader; reportId: number; progress: (records: number) => Promise<void> }

/** Who makes the bundle of a report. It throws `not_found` for one that its reader may not read, and holds no connection while it draws. */
export const reportBundles = new Question<null, (asked: AskedReport) => Promise<MadeBundle>>('exports.report-bundle')
