import type { Answers } from '../forms/answers/answers.ts'
import { canonicalJson } from '../lib/canonicalJson.ts'

/**
 * Version of the payload that a device sends. It rises when a field changes its meaning. The server accepts all earlier
 * versions, because a phone may come back with last year's app; `server/submissions/create.ts` upgrades them step by
 * step.
 */
export const payloadVersion = 1

type Content = { uuid: string; version: number; answers: Answers; files: { uuid: string; sha256: string | null }[] }

/** Content of a receipt as text, the same on every device and for ever. `files` are hashed as the device sent them. */
export const receiptContent = ({ uuid, version, answers, files }: Content): string =>
  canonicalJson({
    uuid,
    version,
    answers,
    files: Object.fromEntries(files.map(file => [file.uuid, file.sha256])),
  })

/** Mark of a copy that can be imported, and the version of its shape (`deviceRecords.ts`). */
export const copyFormat = 'tend form 1'
