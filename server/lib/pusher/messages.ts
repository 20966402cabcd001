/**
 * What the nodes tell each other. Everything travels this way, also what a node has to say to itself, so that all of them do
 * the same things in the same order.
 */
import type { GrantMatch, KeptGrant } from './grants/grants.ts'

/**
 * An event for everybody in the channels, on whichever node, but not for the socket `except`. `own` is what stands beside `data` in one channel
 * alone: what many people are told of, each with something of their own, travels once.
 */
export type OutgoingEvent = {
  channels: string[]
  event: string
  data: unknown
  own?: Record<string, object>
  except?: string
}

export type Message =
  | ({ kind: 'event' } & OutgoingEvent)
  /** whoever has the socket keeps the grant: the request for it may have come to another node */
  | { kind: 'grant'; grant: KeptGrant }
  | { kind: 'revocation'; match: GrantMatch }
  /** `question` asks every node for its subscriptions of these channels; each says what it has */
  | { kind: 'count'; question: string; channels: string | string[] }
  | { kind: 'counted'; question: string; node: string; subscriptions: Record<string, number> }
