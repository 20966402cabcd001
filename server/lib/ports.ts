/**
 * How features speak to features that they do not know. A feature declares domain events and query ports in its own
 * `ports.ts`; higher features listen and answer by their `module.ts`, and `server/registry.ts` connects them.
 */
import type { z } from 'zod'
import type { EventShapes } from '#shared/lib/contract.ts'
import type { Context, Listeners } from './context.ts'
import type { Database } from './db/pools.ts'

/** An event of a feature with its content, declared in the feature's `ports.ts`. */
export class DomainEvent<Content> {
  readonly name: string
  /** Type of the content, for the compiler alone. */
  declare readonly content: Content

  constructor(name: string) {
    this.name = name
  }
}

type Reaction<Content> = (ctx: Context, content: Content) => Promise<void>

/** A feature's reaction to a domain event, of its own or of another feature. */
export type Listener = { event: DomainEvent<unknown>; react: Reaction<never> }

export const on = <Content>(event: DomainEvent<Content>, react: Reaction<NoInfer<Content>>): Listener => ({
  event,
  react,
})

export const listenersOf = (listeners: Listener[]): Listeners =>
  new Map([...Map.groupBy(listeners, ({ event }) => event)].map(([event, of]) => [event, of.map(({ react }) => react)]))

/** Calls the listeners of a domain event one after the other, in the caller's transaction. Throws what they throw. */
export async function publish<Content>(
  ctx: Context,
  event: DomainEvent<Content>,
  content: NoInfer<Content>,
): Promise<void> {
  for (const react of ctx.services.listeners.get(event) ?? []) await react(ctx, content as never)
}

/**
 * Sends an event in wire form to browsers' channels on every node, after the commit and never without it. Returns its
 * payload for the answer.
 */
export function broadcast<Shapes extends EventShapes, Event extends keyof Shapes & string>(
  ctx: Context,
  shapes: Shapes,
  event: Event,
  payload: z.input<Shapes[Event]>,
  channels: string[],
): z.input<Shapes[Event]> {
  const shape = shapes[event] as Shapes[Event]
  if (channels.length > 0)
    ctx.outgoingEvents.push({ channels: [...new Set(channels)], event, data: shape.parse(payload) })
  return payload
}

/**
 * Sends an event of which each channel gets fields of its own beside the common ones. The shape is parsed once, because
 * the own fields differ by their values alone.
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
  ctx.outgoingEvents.push({ channels, event, data, own })
}

type Answering<Asked, Answer> = (db: Database, asked: Asked) => Promise<Answer>

/** A feature's answer to a query port of another. */
export type QueryProvider = { register: () => void }

/** A question about rows of higher features, declared by the lower feature that asks it. */
export class QueryPort<Asked, Answer> {
  private readonly answering: Answering<Asked, Answer>[] = []
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** What a feature knows of it. */
  providedBy(answer: Answering<Asked, Answer>): QueryProvider {
    return { register: () => this.answering.push(answer) }
  }

  /** What every feature knows of it, in the order of the registry. */
  query(db: Database, asked: Asked): Promise<Answer[]> {
    if (this.answering.length === 0)
      throw new Error(`No provider for ${this.name}: its feature is not in the registry.`)
    return Promise.all(this.answering.map(answer => answer(db, asked)))
  }

  /** The same where one feature knows it. */
  async queryOne(db: Database, asked: Asked): Promise<Answer> {
    const [answer, ...others] = await this.query(db, asked)
    if (others.length > 0) throw new Error(`Several providers for ${this.name}.`)
    return answer as Answer
  }
}
