/**
 * Query ports: a feature asks about rows of a higher feature that it does not know. The lower feature declares the port
 * in its `ports.ts`, the higher one lists what provides it in its `module.ts`, and `server/registry.ts` connects them.
 */
import type { Database } from './db/pools.ts'

type Answering<Asked, Answer> = (db: Database, asked: Asked) => Promise<Answer>

/** A feature's answer to a question of another. */
export type QueryProvider = { register: () => void }

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

  /** What every feature knows of it, in the order of the composer's list. */
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
