import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment } from '#/api/operation.ts'
import { closingObstacleKinds, closingStates } from '#/domain/people/closing.ts'

const State = z.enum(closingStates)
const ClosingObstacles = z.array(z.object({ kind: z.enum(closingObstacleKinds), count: z.int(), isBlocking: z.boolean() }))

const Closing = z.object({
  id: Id,
  state: State,
  reason: z.string(),
  createdAt: Moment,
  /** The day by which the centre must decide. */
  dueOn: Day,
  resolution: z.string(),
  decidedAt: Moment.nullable(),
})

const Row = Closing.extend({
  operatorId: Id,
  operatorName: z.string(),
  operatorCode: z.string(),
  isLate: z.boolean(),
  decidedBy: z.string(),
  /** The reason why the caller cannot decide the request; empty when the caller can. */
  mayDecide: z.string(),
})

const readKeys = ['userYzPtList', 'userYzList'] as const

/** Closing of an operator's account (注销申请). The operator requests it, and the centre decides. */
export const closings = {
  /** Returns the caller's requests, newest first, and the matters that now prevent a closing. */
  own: { access: 'session', kind: 'read', input: z.object({}), output: z.object({ requests: z.array(Closing), obstacles: ClosingObstacles }) },
  /** Sends a code to the registered mobile number of the caller. */
  askCode: {
    access: 'session',
    kind: 'write',
    log: { zh: '获取注销验证码', en: 'Request a code to close the account', es: 'Pedir un código para cerrar la cuenta', ja: '解約コードの取得' },
    done: { zh: '验证码已发送至 {mobile}', en: 'A code was sent to {mobile}', es: 'Código enviado a {mobile}', ja: '{mobile} にコードを送信しました' },
    limit: 'password',
    input: z.object({}),
    output: z.object({ ask: z.uuid(), mobile: z.string(), resendSeconds: z.int(), validSeconds: z.int(), isSandbox: z.boolean() }),
  },
  /**
   * Requests the closing with the caller's password and the code. Only one request can be open. Obstacles do not
   * prevent a request.
   */
  request: {
    access: 'session',
    kind: 'write',
    log: { zh: '申请注销账户', en: 'Request to close own account', es: 'Pedir el cierre de la cuenta', ja: '解約の申請' },
    done: { zh: '注销申请已提交', en: 'Request sent', es: 'Solicitud enviada', ja: '解約申請を提出しました' },
    limit: 'password',
    secret: ['password', 'code'],
    input: z.object({ password: z.string().max(128), ask: z.uuid(), code: z.string().regex(/^\d{6}$/), reason: z.string().trim().max(200).default('') }),
    output: Closing,
  },
  /** Withdraws the caller's request before it is decided. */
  withdraw: {
    access: 'session',
    kind: 'write',
    log: { zh: '撤回注销申请', en: 'Withdraw a request to close', es: 'Retirar una solicitud de cierre', ja: '解約申請の撤回' },
    done: { zh: '已撤回注销申请', en: 'The request is withdrawn', es: 'Solicitud retirada', ja: '解約申請を撤回しました' },
    input: z.object({ closingId: Id }),
    output: Closing,
  },
  /** Returns the requests, open ones first. */
  list: {
    access: readKeys,
    kind: 'read',
    input: z.object({ state: State.optional(), ...LongListPaging }),
    output: longPageOf(Row).extend({ open: z.int() }),
  },
  get: { access: readKeys, kind: 'read', input: z.object({ closingId: Id }), output: Row.extend({ obstacles: ClosingObstacles }) },
  /** Closes the account when nothing prevents it, or refuses the request with a reason. */
  decide: {
    access: 'user:freeze',
    kind: 'write',
    log: { zh: '处理注销申请', en: 'Decide a request to close', es: 'Resolver una solicitud de cierre', ja: '解約申請の処理' },
    done: { zh: '已处理', en: 'Decided', es: 'Resuelta', ja: '処理しました' },
    input: z.object({ closingId: Id, decision: z.enum(['close', 'refuse']), resolution: z.string().trim().max(200).default('') }),
    output: Row,
  },
} as const satisfies Module
