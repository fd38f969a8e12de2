import { z } from 'zod'
import type { Module } from '#/api/operation.ts'

const RequestId = z.uuid()
const Ticket = z.string().min(20).max(100)

/**
 * Password recovery in three steps: request a code, verify it, and set a new password with the returned ticket. No
 * response reveals whether an account exists.
 */
export const recovery = {
  ways: {
    access: 'public',
    kind: 'read',
    input: z.object({}),
    output: z.object({ mail: z.boolean(), sms: z.boolean(), isSandbox: z.boolean(), support: z.string() }),
  },
  ask: {
    access: 'public',
    kind: 'write',
    log: { zh: '申请找回密码', en: 'Request a new password', es: 'Pedir nueva contraseña', ja: 'パスワード再設定の申請' },
    limit: 'login',
    secret: ['contact'],
    input: z.object({ username: z.string().trim().min(1).max(50), contact: z.string().trim().min(1).max(254) }),
    output: z.object({ ask: RequestId, resendSeconds: z.int(), validSeconds: z.int() }),
  },
  prove: {
    access: 'public',
    kind: 'write',
    log: { zh: '验证找回密码', en: 'Verify a password reset', es: 'Verificar recuperación', ja: '再設定の本人確認' },
    limit: 'login',
    secret: ['code', 'ticket'],
    input: z.object({ ask: RequestId, code: z.string().regex(/^\d{6}$/) }),
    output: z.object({ ticket: z.string() }),
  },
  look: {
    access: 'public',
    kind: 'read',
    secret: ['ticket'],
    input: z.object({ ticket: Ticket }),
    output: z.object({ isGood: z.boolean(), username: z.string() }),
  },
  reset: {
    access: 'public',
    kind: 'write',
    log: { zh: '重置密码', en: 'Reset a password', es: 'Restablecer contraseña', ja: 'パスワードの再設定' },
    limit: 'password',
    secret: ['ticket', 'password'],
    input: z.object({ ticket: Ticket, password: z.string().max(128) }),
    output: z.object({}),
  },
  /** Demo mode only: returns the messages that the sandbox would have sent. */
  sandbox: {
    access: 'public',
    kind: 'read',
    input: z.object({ ask: RequestId }),
    output: z.object({ messages: z.array(z.object({ id: z.int(), way: z.string(), to: z.string(), subject: z.string(), text: z.string() })) }),
  },
} as const satisfies Module
