/**
 * One declaration per call. The server validates, filters answers and documents from it; the browser derives its client from it.
 *
 * `access` says who may call at all: anyone, whoever is signed in, or whoever has a rule for that action on that subject (then the
 * access door decides about the row). `wall: 'platform'` marks the few calls that work across companies and so run outside the
 * tenant wall: signing in, joining a company. `wall: 'link'` marks those of people without an account who hold the link of a form, and
 * `wall: 'share'` those of whoever holds the link to a report: they run behind the wall of the company whose link it is.
 *
 * A shape with `.meta({ id })` stands in /api/openapi.json once, under that name.
 */
import type { z } from 'zod'
import type { Camel } from './casing.ts'
import type { Page } from './paging.ts'
import type { ProblemCode } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Access = 'anyone' | 'signed-in' | readonly [action: string, subject: string]

export type Paged<Item extends z.ZodType = z.ZodType> = { paged: true; item: Item }

export type Endpoint<Input extends z.ZodObject = z.ZodObject, Returns = z.ZodType | Paged | Raw> = {
  /** What it does, in a few words, for whoever reads /api/docs; `description` is what else they must know, in Markdown. */
  summary: string
  description?: string
  /** What it can be refused with, beside what follows from everything else that is said of it (server/lib/openapi/problems.ts). */
  problems?: readonly ProblemCode[]
  method: Method
  /** Below /api, with `:name` for fields of the input. */
  path: string
  access: Access
  input: Input
  returns: Returns
  /** 201 for creations; everything else is 200. */
  status?: 201
  wall?: 'platform' | 'link' | 'share'
  /** For whoever is signed in, and about what is the company's: the second factor that it asks for is asked for here too. */
  isCompanys?: true
  /**
   * Goes on when the company's plan has ended. Reads do anyway, and so do calls for whoever is signed in, which are about the person
   * and not about the company; all other writes are refused then.
   */
  afterPlanEnd?: 'open'
  /**
   * Nothing is kept of who calls and when: where they come from is known to this process alone, as a salted hash, and what fails is noted for
   * the day, not for the moment. For anonymous cases (docs/decisions/0038-anonymous-cases.md).
   */
  traceless?: true
  /** How often one person may make the call. It is counted before the call begins; what a count depends on otherwise is counted by its handler. */
  counted?: { name: string; tries: number; seconds: number }
  /** Takes the body of an HTML form too, as mail programs send it that unsubscribe with one click (RFC 8058). */
  takesForms?: true
  /**
   * The body is multipart, with one `file` that arrives in `ctx.upload`: a picture, drawn anew; an attachment, which may also be a document
   * of a known kind; a workbook, or a piece of a file, as it is; or a logo, a picture or SVG that is drawn anew. With `attachments` there are up to ten of them, `attachments[0]` to `attachments[9]`, in
   * `ctx.uploads`, or none, and the body may be JSON too.
   */
  multipart?: true | 'attachment' | 'workbook' | 'piece' | 'attachments' | 'logo'
  /**
   * The browser keeps the last answer of this reading call, and shows it where there is no signal: with its age, or without for what
   * is no content of its own, such as a time zone.
   */
  copied?: 'dated' | 'undated'
}

/** An answer outside the envelope: a file. */
export type Raw = { raw: string }
export const file = (contentType: string): Raw => ({ raw: contentType })

export const page = <Item extends z.ZodType>(item: Item): Paged<Item> => ({ paged: true, item })
export const isPaged = (returns: Endpoint['returns']): returns is Paged => 'paged' in returns
export const isRaw = (returns: Endpoint['returns']): returns is Raw => 'raw' in returns

export type Contract = Record<string, Endpoint>

/** Declares the calls of a noun; keeps their exact types. */
export const contract = <const Calls extends Contract>(calls: Calls): Calls => calls

/** What a caller sends: path, query and body fields in one object. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What a handler receives: parsed, with camelCase names. */
export type HandlerInput<E extends Endpoint> = Camel<z.output<E['input']>>
/** What a handler gives back, before undeclared fields are removed. */
export type HandlerResult<E extends Endpoint> =
  E['returns'] extends Paged<infer Item>
    ? Page<z.input<Item>>
    : E['returns'] extends z.ZodType
      ? z.input<E['returns']>
      : E['returns'] extends Raw
        ? FileAnswer
        : never
/** What a caller gets: the page, or the content of `data`. */
export type ResultOf<E extends Endpoint> =
  E['returns'] extends Paged<infer Item>
    ? Page<z.output<Item>>
    : E['returns'] extends z.ZodType
      ? z.output<E['returns']>
      : Blob

/** A file, made after the call's connection is given back: it may take a while. */
export type FileAnswer = () => Promise<FileContent>
type FileContent = { content: Uint8Array | AsyncIterable<Uint8Array>; filename: string; contentType?: string }
