import { z } from 'zod'
import { codeSchema, Id, Mode, type Module } from '#/api/operation.ts'
import { operatorType } from '#/domain/base/codes.ts'
import { batchStates } from '#/domain/money/batch.ts'

/** Maximum number of options per request. */
export const maxLookups = 50

const keyword = z.string().trim().max(50).default('')
const paging = { page: z.int().min(1).max(10_000).default(1), limit: z.int().min(1).max(maxLookups).default(20) }
const Yztype = codeSchema(operatorType)
/** The specification writes flags as 0 and 1. */
const Flag = z.union([z.literal(0), z.literal(1)])

/** Returns the response fields of a look-up: the options and their total number. */
function optionsResponse<T extends z.ZodType>(option: T) {
  return z.object({ data: z.array(option), count: z.int() })
}

/**
 * Look-ups for pickers (specification §7), limited to the caller's scope. The specification fixes the paths and formats
 * of all except `find`.
 */
export const lookups = {
  /** Returns the invoice titles of a unit, or of the units in scope. */
  titles: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_ttData',
    flat: true,
    input: z.object({ dwid: Id.optional(), keyword, ...paging }),
    output: optionsResponse(
      z.object({
        id: Id,
        dwid: Id,
        name: z.string(),
        taxno: z.string(),
        address: z.string(),
        tel: z.string(),
        bank: z.string(),
        account: z.string(),
        email: z.string(),
        isdefault: Flag,
      }),
    ),
  },
  /** Finds operators by number or name, or by full mobile or ID number. */
  operators: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_yzData',
    flat: true,
    input: z.object({ keyword, yztype: Yztype.optional(), dwid: Id.optional(), signed: Flag.optional(), ...paging }),
    output: optionsResponse(
      z.object({
        id: Id,
        name: z.string(),
        idcard: z.string(),
        mobile: z.string(),
        yztype: Yztype,
        gthid: Id.nullable(),
        gthname: z.string(),
        creditcode: z.string(),
        bankname: z.string(),
        cardtail: z.string(),
        verify: Flag,
        sign: Flag,
        status: z.int(),
      }),
    ),
  },
  /** Returns the marketers (yxy) or salesmen (ywy) in the caller's scope, each with the number of units. */
  staff: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_yxy_or_ywy',
    flat: true,
    input: z.object({ type: z.enum(['yxy', 'ywy']).default('yxy'), keyword, centerid: Id.optional(), ...paging }),
    output: optionsResponse(z.object({ id: Id, name: z.string(), mobile: z.string(), centerid: Id, post: z.int(), unitcount: z.int() })),
  },
  /** Returns the provinces. With a `pid` the list is empty, because no areas below the provinces are stored. */
  areas: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_sfData',
    flat: true,
    input: z.object({ pid: z.string().trim().max(12).default('') }),
    output: optionsResponse(z.object({ code: z.string(), name: z.string() })),
  },
  /** Returns the units of the kind "platform", to which operators can be attached. */
  platforms: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_ptData',
    flat: true,
    input: z.object({ keyword, ...paging }),
    output: optionsResponse(z.object({ id: Id, name: z.string(), logo: z.string(), centerid: Id, isdz: z.string(), modes: z.array(Mode) })),
  },
  /**
   * Searches from the top bar and returns a few results of each kind. Batches match by part of the number; people and
   * units by part of the name or a full number.
   */
  find: {
    access: 'session',
    kind: 'read',
    input: z.object({ text: z.string().trim().min(2).max(50) }),
    output: z.object({
      batches: z.array(
        z.object({
          id: Id,
          no: z.string(),
          unitName: z.string(),
          state: z.enum(batchStates),
          path: z.string(),
          /** The batch's centre and mode, and whether the user works there now; null for users with a single place. */
          place: z.object({ centreId: Id, mode: Mode, isHere: z.boolean() }).nullable(),
        }),
      ),
      operators: z.array(z.object({ id: Id, name: z.string(), code: z.string(), mobile: z.string(), path: z.string() })),
      units: z.array(z.object({ id: Id, name: z.string(), code: z.string(), path: z.string() })),
    }),
  },
} as const satisfies Module
