/**
 * What a feature has to know of rows of a feature above it, which it does not know: it asks, and whoever knows answers. The counterpart of facts:
 * a fact goes up and something follows from it, a question goes up and comes back.
 *
 * The question stands in the lower feature (`questions.ts`), the answer in the `module.ts` of the higher one; the composer brings them together.
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
    if (this.answering.length === 0) throw new Error(`Nobody answers ${this.name}: its feature is not composed.`)
    return Promise.all(this.answering.map(answer => answer(db, asked)))
  }

  /** The same where one feature knows it. */
  async queryOne(db: Database, asked: Asked): Promise<Answer> {
    const [answer, ...others] = await this.query(db, asked)
    if (others.length > 0) throw new Error(`Several features answer ${this.name}.`)
    return answer as Answer
  }
}
