/** What webhooks tell, and their bounds (docs/decisions/0127-webhooks.md). */

/** Events by their names in payloads, which stay. Messages are never among them. */
export const webhookEvents = [
  'submission.completed',
  'submission.reviewed',
  'submission.corrected',
  'finding.opened',
  'finding.closed',
  'task.created',
  'task.done',
  'task.overdue',
  'animal.event',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What a test sends: no event, and no row. */
export const testEvent = 'webhook.test'
export const deliveredTypes = [...webhookEvents, testEvent] as const
export type DeliveredType = (typeof deliveredTypes)[number]

/** Why nothing is sent any more: by somebody, after a week of failures, by the answer 410, or with the key's end. */
export const pauseReasons = ['person', 'failures', 'gone', 'key'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/**
 * Why a try has no answer: nothing in time, a name that leads to no public address, no connection, an answer that broke
 * off, or data that tend could not make.
 */
export const deliveryFailures = ['timeout', 'address', 'connection', 'cut', 'internal'] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** Bounds: webhooks of a company, letters of an address, bytes of a payload with its data, deliveries of one replay. */
export const maxWebhooks = 20
export const maxAddress = 1_000
export const maxPayload = 256 * 1024
export const maxReplayed = 10_000

/** Tests and replays that one person asks for. */
export const webhookRepeats = { name: 'tests and replays of webhooks', tries: 30, seconds: 60 }

const ownNames = /(^|\.)(local|localhost|internal|lan|home|corp|intranet|arpa)\.?$/i
const minPort = 1024

/**
 * Whether an address may be called at all: https, a host by a public name, no password in it, and the usual port or one
 * that is no system's. What its name leads to is looked at with each connection.
 */
export function isWebhookAddress(address: string): boolean {
  if (address.length > maxAddress || !URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  const isName = hostname.includes('.') && !/^\[|^[\d.]+$/.test(hostname) && !ownNames.test(hostname)
  const isUsualPort = port === '' || Number(port) >= minPort
  return protocol === 'https:' && isName && isUsualPort && !username && !password
}
