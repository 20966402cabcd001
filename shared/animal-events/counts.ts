/** What sender and receiver counted of a consignment, and by how many they differ. */
import type { EventDetails } from './details.ts'

type Counts = { sent: number | null; received: number | null }

/**
 * The numbers sent and received of an arrival or departure; null for other events. Of a group or batch, what this side
 * counted is the event's head count.
 */
export function consignmentCounts(details: EventDetails, headCount: number | null): Counts | null {
  if (details.type !== 'arrival' && details.type !== 'departure') return null
  const { sent_count: sent = null, received_count: received = null } = details
  if (headCount === null) return { sent, received }
  return details.type === 'arrival' ? { sent, received: headCount } : { sent: headCount, received }
}

/** Received less sent, where both are known: below zero, animals are missing. */
export function countDifference(details: EventDetails, headCount: number | null): number | null {
  const { sent = null, received = null } = consignmentCounts(details, headCount) ?? {}
  return sent === null || received === null ? null : received - sent
}

/** The details with both numbers, as far as they are known. */
export function withCounts(details: EventDetails, headCount: number | null): EventDetails {
  const counts = headCount === null ? null : consignmentCounts(details, headCount)
  return counts ? ({ ...details, sent_count: counts.sent, received_count: counts.received } as EventDetails) : details
}
