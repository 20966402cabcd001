/**
 * Events. A command announces what it did: listeners of other nouns react at once, in the same transaction, and so is what browsers are
 * told a part of it: they hear of it on every node when it has happened, and never of something that did not.
 */
import type { z } from 'zod'
import type { EventShapes } from '#shared/lib/events.ts'
import type { Context } from './context.ts'

export type Listener = (ctx: Context, payload: never) => Promise<void>
/** By event name, the reactions of other nouns, in the order of the composer's list. */
export type Listeners = Map<string, Listener[]>

/** Announces `event` with its presented payload to `channels`, and hands the payload back for the answer. */
export async function announce<Shapes extends EventShapes, Event extends keyof Shapes & string>(
  ctx: Context,
  shapes: Shapes,
  event: Event,
  payload: z.input<Shapes[Event]>,
  channels: string[],
): Promise<z.input<Shapes[Event]>> {
  for (const listener of ctx.services.listeners.get(event) ?? []) await listener(ctx, payload as never)
  const shape = shapes[event] as Shapes[Event]
  if (channels.length > 0) ctx.emissions.push({ channels: [...new Set(channels)], event, data: shape.parse(payload) })
  return payload
}

/** The listener table out of each noun's `{ event: listener }`. */
export function listenersOf(nouns: Record<string, Listener>[]): Listeners {
  const listeners: Listeners = new Map()
  for (const noun of nouns)
    for (const [event, listener] of Object.entries(noun))
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
  return listeners
}
