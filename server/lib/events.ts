/**
 * `publish` hands a domain event to listeners of other features, in the same transaction. `broadcast` sends an event in
 * wire form to browsers' channels on every node, after the commit and never without it.
 */
import type { z } from 'zod'
import type { EventShapes } from '#shared/lib/contract.ts'
import type { Context, Listeners } from './context.ts'

/** Something that commands of a feature do, and what listeners are given of it. Named in the feature's `ports.ts`. */
export class DomainEvent<Content> {
  readonly name: string
  /** Says what it carries, to the compiler alone. */
  declare readonly content: Content

  constructor(name: string) {
    this.name = name
  }
}

type Reaction<Content> = (ctx: Context, content: Content) => Promise<void>

/** A feature's reaction to a fact, of its own or of another feature. */
export type Listener = { fact: DomainEvent<unknown>; react: Reaction<never> }

export const on = <Content>(fact: DomainEvent<Content>, react: Reaction<NoInfer<Content>>): Listener => ({
  fact,
  react,
})

export const listenersOf = (listeners: Listener[]): Listeners =>
  new Map([...Map.groupBy(listeners, ({ fact }) => fact)].map(([fact, of]) => [fact, of.map(({ react }) => react)]))

/** Says to listeners what was done, and waits until they have done what follows from it. */
export async function publish<Content>(
  ctx: Context,
  fact: DomainEvent<Content>,
  content: NoInfer<Content>,
): Promise<void> {
  for (const react of ctx.services.listeners.get(fact) ?? []) await react(ctx, content as never)
}

/** Says to browsers what was done, once it is certain, and hands the payload back for the answer. */
export function broadcast<Shapes extends EventShapes, Event extends keyof Shapes & string>(
  ctx: Context,
  shapes: Shapes,
  event: Event,
  payload: z.input<Shapes[Event]>,
  channels: string[],
): z.input<Shapes[Event]> {
  const shape = shapes[event] as Shapes[Event]
  if (channels.length > 0) ctx.emissions.push({ channels: [...new Set(channels)], event, data: shape.parse(payload) })
  return payload
}

/**
 * Says to browsers what was done, where each channel hears something of its own beside what all hear. The shape is
 * looked at once: what is each one's own differs by its values alone.
 */
export function broadcastEach<Shapes extends EventShapes, Event extends keyof Shapes & string, Own extends object>(
  ctx: Context,
  shapes: Shapes,
  event: Event,
  payload: Omit<z.input<Shapes[Event]>, keyof Own>,
  own: Record<string, Own & Partial<z.input<Shapes[Event]>>>,
): void {
  const channels = Object.keys(own)
  const [first] = Object.values(own)
  if (!first) return
  const parsed = (shapes[event] as Shapes[Event]).parse({ ...payload, ...first }) as object
  const data = Object.fromEntries(Object.entries(parsed).filter(([field]) => !(field in first)))
  ctx.emissions.push({ channels, event, data, own })
}
