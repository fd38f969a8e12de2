import { z } from 'zod'
import type { Permission } from '#/api/pages.ts'
import { settlementMode } from '#/domain/codes.ts'
import type { Fen } from '#/domain/money.ts'
import { pageSizes, usualPageSize } from '#/domain/paging.ts'
import type { Text } from '#/domain/text.ts'

/** Who may call: anyone, anyone signed in, or whoever holds one of these keys. */
export type Access = 'public' | 'session' | Permission | readonly Permission[]

interface Agreed {
  readonly access: Access
  readonly input: z.ZodObject
  readonly output: z.ZodType
  /** The URL where the specification fixes one; else `/api/<module>/<operation>`. */
  readonly path?: string
  /** The answer's fields stand beside `code` instead of under `data` (the specification's login and info). */
  readonly flat?: true
  /** Answerable while a password change is forced (INV-23). */
  readonly whileForced?: true
  /** A costly call: so many a minute per session (signing in: per address), and then 429. */
  readonly limit?: 'login' | 'password' | 'export' | 'upload'
  /** How large a file of it may be, where that is more than of all others. */
  readonly uploadMegabytes?: number
  /** Of a public operation: whoever is signed in is known to it; a token that opens nothing is as good as none. */
  readonly knowsCaller?: true
  /** Fields that never reach a log, the trail or the idempotency store. */
  readonly secret?: readonly string[]
}

/** Runs in a read-write transaction, is audited, and honours `Idempotency-Key`. */
interface Write extends Agreed {
  readonly kind: 'write'
  /** What the log calls it. */
  readonly log: Text
  /**
   * What the answer says on success (specification §8), filled in with the numbers, words and yes or no of what was asked and answered, and how many a list
   * has; the browser shows it. Which writes say nothing, and why: `api/said.test.ts`.
   */
  readonly done?: Text
}

/** Can change nothing. */
interface Read extends Agreed {
  readonly kind: 'read'
  /** What the log calls it: of a read that leaves a trace, such as an export. */
  readonly log?: Text
  /** May be answered by a read replica that is half a minute behind, where one is set up; leaves no trace. */
  readonly mayLag?: true
}

/** One thing the server can do. Its place in the module table gives its name, and the name its URL, audit action and query key. */
export type Operation = Read | Write

/** The operations of one module by name. */
export type Module = Readonly<Record<string, Operation>>

/** A file as it arrives at the server; the browser sends a `Blob` in its place. */
export interface Upload {
  readonly filename: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** A file field of an input. */
export function upload() {
  return z.custom<Upload>((value) => typeof value === 'object' && value !== null && 'bytes' in value, { error: 'file' })
}

/** An amount in an answer. */
export const MoneyOut = z.custom<Fen>((value) => Number.isSafeInteger(value))
/** An amount in yuan as a person types it; the rule of `domain.md` §4. */
export const YuanText = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, { error: 'amount' })
/** The id of a row: a positive integer that a number holds exactly. */
export const Id = z.int().positive()
/** A day, yyyy-MM-dd, of a century that has business in it: a calendar also knows the year 0000, which no database takes. */
export const Day = z.iso.date().refine((day) => day >= '1900-01-01' && day <= '2199-12-31')
/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime()
/** One of the numbers that have names in `domain/codes.ts`. */
export function codeIn<T extends number>(codes: Readonly<Record<string, T>>) {
  return z.union(Object.values(codes).map((code) => z.literal(code)))
}
/** How business settles. */
export const Mode = codeIn(settlementMode)
/** What a caller sends back to say which version of a row was looked at. */
export const Version = z.int().positive()

/** Paging by page number, for lists that stay small enough to count. */
export const Page = { page: z.int().min(1).max(10_000).default(1), size: z.literal(pageSizes).default(usualPageSize) }

/** Paging of lists that grow with business: by page number as far as they are counted, further on by the row behind which, or before which, a page lies. */
export const LongPage = { ...Page, after: Id.optional(), before: Id.optional() }

/** Sums of more rows than a long list counts are worked out when somebody asks for them; else they are null. */
export const Sums = { isWhole: z.boolean().default(false) }

/** A page of rows with the number of all rows under the same filter. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), count: z.int() })
}

/** A page of a long list: `count` goes no further than one beyond `countedMost`; `next` is the row behind which the next page lies, null on the last page. */
export function longPageOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), count: z.int(), next: Id.nullable() })
}
