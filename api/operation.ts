import { z } from 'zod'
import type { Permission } from '#/api/pages.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import type { Fen } from '#/domain/base/money.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import type { Text } from '#/domain/base/text.ts'

/** The callers who may use an operation: anyone, any signed-in user, or holders of one of these keys. */
export type Access = 'public' | 'session' | Permission | readonly Permission[]

interface OperationBase {
  readonly access: Access
  readonly input: z.ZodObject
  readonly output: z.ZodType
  /** The URL, if the specification fixes it. Otherwise it is `/api/<module>/<operation>`. */
  readonly path?: string
  /**
   * Whether the response fields are next to `code` instead of under `data`, as the specification fixes for login and
   * info.
   */
  readonly flat?: true
  /** Whether the operation is allowed while the user must change the password (INV-23). */
  readonly whileForced?: true
  /** Whether the operation is allowed while the user must set up a second factor. */
  readonly whileUnenrolled?: true
  /** The rate limit per session and minute. Signing in is limited per address. Requests above the limit get 429. */
  readonly limit?: 'login' | 'password' | 'export' | 'upload'
  /** The maximum size of a file, if it exceeds the default. */
  readonly uploadMegabytes?: number
  /** Whether a public operation identifies a signed-in caller. An invalid token counts as none. */
  readonly knowsCaller?: true
  /** Fields that are never stored in a log, in the trail or in the idempotency store. */
  readonly secret?: readonly string[]
}

/**
 * The confirmation of a write that is hard to undo. The kernel checks the password before the handler, which never
 * receives it.
 */
export interface Confirmation {
  readonly proof: 'paymentPassword' | 'loginPassword'
  /** The input field with the typed password. */
  readonly field: string
  /** The input fields with the values that the person saw and confirmed. The handler refuses other values. */
  readonly shown: readonly string[]
}

/** An operation that runs in a read-write transaction, is audited and supports `Idempotency-Key`. */
interface WriteOperation extends OperationBase {
  readonly kind: 'write'
  /** The name of the operation in the audit log. */
  readonly log: Text
  /**
   * The success message that the browser shows (specification §8), with numbers, texts, booleans and list lengths of
   * the input and output. `api/success-messages.test.ts` lists the writes without a message, with reasons.
   */
  readonly done?: Text
  readonly confirm?: Confirmation
}

/** An operation that changes nothing. */
interface ReadOperation extends OperationBase {
  readonly kind: 'read'
  /** The name in the audit log, for reads that are logged, such as exports. */
  readonly log?: Text
  /** Whether a read replica may answer, up to half a minute behind. Reads of a replica are never logged. */
  readonly mayLag?: true
}

/**
 * An operation of the server. The place in the module table decides the name of the operation. The name decides the
 * URL, audit action and query key.
 */
export type Operation = ReadOperation | WriteOperation

/** The operations of one module by name. */
export type Module = Readonly<Record<string, Operation>>

/** An uploaded file on the server. In the browser it is a `Blob`. */
export interface Upload {
  readonly filename: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Returns the schema of a file field. */
export function upload() {
  return z.custom<Upload>((value) => typeof value === 'object' && value !== null && 'bytes' in value, { error: 'file' })
}

/** An amount in a response, in fen. */
export const MoneyOut = z.custom<Fen>((value) => Number.isSafeInteger(value))
/** An amount in yuan, as typed. */
export const YuanText = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, { error: 'amount' })
/** The id of a row: a positive safe integer. */
export const Id = z.int().positive()
/** A day, yyyy-MM-dd, from 1900 to 2199. ISO dates include the year 0000, which databases refuse. */
export const Day = z.iso.date().refine((day) => day >= '1900-01-01' && day <= '2199-12-31')
/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime()
/** Returns the schema of a code from `domain/base/codes.ts`. */
export function codeSchema<T extends number>(codes: Readonly<Record<string, T>>) {
  return z.union(Object.values(codes).map((code) => z.literal(code)))
}
export const Mode = codeSchema(settlementMode)
/**
 * The version of a row that the caller saw. The caller sends it back, so that the server detects concurrent changes.
 */
export const Version = z.int().positive()

/** The result of a bulk action: the changed rows, and for each other row the reason why it did not change. */
export const BulkResult = z.object({ ok: z.array(Id), fail: z.array(z.object({ id: Id, reason: z.string() })) })

/** Paging by page number, for lists that are short enough to count. */
export const Page = { page: z.int().min(1).max(10_000).default(1), size: z.literal(pageSizes).default(defaultPageSize) }

/** Paging of growing lists: by page number while rows are counted, then by the row before or after the page. */
export const LongListPaging = { ...Page, after: Id.optional(), before: Id.optional() }

/** Requests the sums of a list longer than the counting limit. Without it, such sums are null. */
export const SumsOption = { isWhole: z.boolean().default(false) }

/** Returns the schema of a page of rows with the total number of rows. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), count: z.int() })
}

/**
 * Returns the schema of a page of a long list. `count` stops at one above `maxCountedRows`. `next` is the cursor of the
 * next page, null on the last page.
 */
export function longPageOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), count: z.int(), next: Id.nullable() })
}
