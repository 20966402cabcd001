/**
 * Declares calls: one declaration each, from which the server validates, filters answers and documents, and the
 * browser derives its client.
 */
import type { z } from 'zod'
import type { Camel } from './casing.ts'
import type { Page } from './paging.ts'
import type { ProblemCode } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Access = 'anyone' | 'signed-in' | readonly [action: string, subject: string]

type Paged<Item extends z.ZodType = z.ZodType> = { paged: true; item: Item }

export type Endpoint<Input extends z.ZodObject = z.ZodObject, Returns = z.ZodType | Paged | Raw> = {
  /** Short title for /api/docs; `description` has the rest, in Markdown. */
  summary: string
  description?: string
  /** Refusals beside those that follow from the rest of the declaration (server/lib/openapi/problems.ts). */
  problems?: readonly ProblemCode[]
  method: Method
  /** Below /api, with `:name` for fields of the input. */
  path: string
  /** Who may call at all: anyone, signed-in people, or people with a rule for this; the row is checked later. */
  access: Access
  input: Input
  /** A schema with `.meta({ id })` is listed in /api/openapi.json once, under that name. */
  returns: Returns
  /** Refuses a field of the body with 422 `code` before it is parsed, where it counts to more than `maximum`. */
  countedFirst?: { field: string; count: (value: unknown) => number; maximum: number; code: string }
  /** 201 for creations; everything else is 200. */
  status?: 201
  /** Details of a 409 by its code, where they are not the call's own answer. Others never leave. */
  conflicts?: Partial<Record<ProblemCode, z.ZodType>>
  /**
   * `platform`: across companies, outside row-level security (signing in, joining a company). `link`, `share` and
   * `pass`: without an account by the link of a form, a report or an audit pass, inside that link's company.
   */
  isolation?: 'platform' | 'link' | 'share' | 'pass'
  /**
   * Whether API keys may make the call. By default those that need a right in a company; calls across companies are
   * about accounts, which only people have.
   */
  keys?: 'open' | 'closed'
  /** For signed-in people and about the company's data: its second factor is demanded here too. */
  isCompanyScoped?: true
  /**
   * Stays open after the end of the company's plan. Reads and calls about the signed-in person are open anyway; all
   * other writes are refused.
   */
  afterPlanEnd?: 'open'
  /**
   * Shows one location with all below it where the caller names it in the header `Site-Id`, and all of them where the
   * caller sees no such location. For lists and figures; never for writes, and never for one row of a table that a
   * reach narrows.
   */
  bySite?: true
  /**
   * Stores nothing about the caller and the time: the address is a salted hash in this process, and failures are logged
   * for the day. For anonymous cases (docs/decisions/0038-anonymous-cases.md).
   */
  traceless?: true
  /**
   * Limits how often one person makes the call, counted before it takes a connection. Limits by other keys are counted
   * by handlers.
   */
  counted?: { name: string; tries: number; seconds: number }
  /**
   * Speaks SCIM (RFC 7644) to an identity provider: at its own path, without the envelope and with refusals of that
   * form. Only keys whose access is `scim` call it, and they call nothing else.
   */
  format?: 'scim'
  /** Accepts the body of an HTML form too, which mail programs send to unsubscribe with one click (RFC 8058). */
  takesForms?: true
  /**
   * Multipart body with one `file` in `ctx.upload`: a picture, which is re-encoded; an attachment, which may be a
   * document; a `raw` file, whose kind the handler checks; or a piece of a file. `attachments` takes up to ten,
   * `attachments[0]` to `attachments[9]`, in `ctx.uploads`; its body may be JSON too.
   */
  multipart?: true | 'attachment' | 'attachments' | 'raw' | 'piece'
  /**
   * The browser caches the last answer of this reading call and shows it offline: with its age, or without for data
   * such as time zones.
   */
  copied?: 'dated' | 'undated'
  /** The browser logs a failure of this call as "Failed to load tasks" (specification, section 8). */
  failure?: string
}

/** An answer outside the envelope: a file. */
type Raw = { raw: string }
export const file = (contentType: string): Raw => ({ raw: contentType })

/** Names the location to which a reading call is narrowed (`bySite`). */
export const siteHeader = 'Site-Id'

export const page = <Item extends z.ZodType>(item: Item): Paged<Item> => ({ paged: true, item })
export const isPaged = (returns: Endpoint['returns']): returns is Paged => 'paged' in returns
export const isRaw = (returns: Endpoint['returns']): returns is Raw => 'raw' in returns

/** Tells whether an API key may make a call at all. */
export const isOpenToKeys = ({ keys, isolation }: Endpoint): boolean =>
  (keys ?? (isolation ? 'closed' : 'open')) === 'open'

export type Contract = Record<string, Endpoint>

/** Declares the calls of a feature and keeps their exact types. */
export const contract = <const Calls extends Contract>(calls: Calls): Calls => calls

/** Input of a caller: path, query and body fields in one object. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** Input of a handler: parsed, with camelCase names. */
export type HandlerInput<E extends Endpoint> = Camel<z.output<E['input']>>
/** Result of a handler, before undeclared fields are removed. */
export type HandlerResult<E extends Endpoint> =
  E['returns'] extends Paged<infer Item>
    ? Page<z.input<Item>>
    : E['returns'] extends z.ZodType
      ? z.input<E['returns']>
      : E['returns'] extends Raw
        ? FileAnswer
        : never
/** Result for a caller: the page, or the content of `data`. */
export type ResultOf<E extends Endpoint> =
  E['returns'] extends Paged<infer Item>
    ? Page<z.output<Item>>
    : E['returns'] extends z.ZodType
      ? z.output<E['returns']>
      : Blob

/** A file that is created after the call's connection is returned, because it may take a while. */
export type FileAnswer = () => Promise<FileContent>
type FileContent = { content: Uint8Array | AsyncIterable<Uint8Array>; filename: string; contentType?: string }

/** Realtime events of a feature: names on the wire and schemas of their content. */
export type EventShapes = Record<string, z.ZodType>

/** Private channel of one user. */
export const userChannel = (userId: number) => `private-user.${userId}.notifications`
/** Presence channel of a company's members. */
export const presenceChannel = (companyId: number) => `presence-company.${companyId}`

/** Paths that the server itself answers, and built files; all others are screens of the browser application. */
export const serverPaths = /^\/(api|apps?|scim|broadcasting|storage|assets|locales|health|ready|metrics)(\/|$)/
