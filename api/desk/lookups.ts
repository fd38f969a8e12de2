import { z } from 'zod'
import { codeIn, Id, Mode, type Module } from '#/api/operation.ts'
import { batchStates } from '#/domain/batch.ts'
import { operatorType } from '#/domain/codes.ts'

/** At most so many, whoever asks (domain.md §12). */
export const lookupMost = 50

const keyword = z.string().trim().max(50).default('')
const paging = { page: z.int().min(1).max(10_000).default(1), limit: z.int().min(1).max(lookupMost).default(20) }
const Yztype = codeIn(operatorType)
/** The specification writes flags as 0 and 1. */
const Flag = z.union([z.literal(0), z.literal(1)])

/** An answer beside `code`: the options and how many there are. */
function options<T extends z.ZodType>(option: T) {
  return z.object({ data: z.array(option), count: z.int() })
}

/** The specification's look-ups (§7): options for pickers, inside the caller's scope. Paths and forms are the specification's, but for `find`. */
export const lookups = {
  /** Invoice titles of a unit, or of the units in scope. */
  titles: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_ttData',
    flat: true,
    input: z.object({ dwid: Id.optional(), keyword, ...paging }),
    output: options(
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
  /** Operators, by number, name, or exactly by their whole mobile or ID number. */
  operators: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_yzData',
    flat: true,
    input: z.object({ keyword, yztype: Yztype.optional(), dwid: Id.optional(), signed: Flag.optional(), ...paging }),
    output: options(
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
  /** Marketers (yxy) or salesmen (ywy) of the centre. */
  staff: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_yxy_or_ywy',
    flat: true,
    input: z.object({ type: z.enum(['yxy', 'ywy']).default('yxy'), keyword, centerid: Id.optional(), ...paging }),
    output: options(z.object({ id: Id, name: z.string(), mobile: z.string(), centerid: Id, post: z.int(), unitcount: z.int() })),
  },
  /** Provinces, or what lies in the area with the code `pid`. */
  areas: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_sfData',
    flat: true,
    input: z.object({ pid: z.string().trim().max(12).default('') }),
    output: options(z.object({ code: z.string(), name: z.string() })),
  },
  /** Units of the platform kind, to which operators are attached. */
  platforms: {
    access: 'session',
    kind: 'read',
    path: '/api/ms/get_ptData',
    flat: true,
    input: z.object({ keyword, ...paging }),
    output: options(z.object({ id: Id, name: z.string(), logo: z.string(), centerid: Id, isdz: z.string(), modes: z.array(Mode) })),
  },
  /** What the search of the top bar finds, a few of each kind: batches by a part of their number, people and units by a part of the name or a whole number. */
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
          /** At which centre and in which mode, for those who work at several. */
          place: z.object({ centreId: Id, mode: Mode, isHere: z.boolean() }).nullable(),
        }),
      ),
      operators: z.array(z.object({ id: Id, name: z.string(), code: z.string(), mobile: z.string(), path: z.string() })),
      units: z.array(z.object({ id: Id, name: z.string(), code: z.string(), path: z.string() })),
    }),
  },
} as const satisfies Module
