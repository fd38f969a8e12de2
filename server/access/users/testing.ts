import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Upload } from '#/api/operation.ts'
import { formOfInput } from '#/server/kernel/request/form.ts'
import { handleCall } from '#/server/kernel/request/pipeline.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** A session that a test opened with a separate password. */
export interface OpenedSession {
  readonly token: string | undefined
  readonly status: number
  readonly isEditPassWord: number
  call(name: string, input?: Record<string, string | Upload>, mode?: '1' | '2'): Promise<{ code: number; error?: string; data?: unknown; islr?: string }>
}

export async function openSession(server: TestServer, username: string, password: string): Promise<OpenedSession> {
  const send = async (name: string, input: Record<string, string | Upload>, token?: string, mode?: '1' | '2') => {
    const [module = '', operation = ''] = name.split('.')
    const answer = await handleCall(server.running.kernel, {
      module,
      name: operation,
      read: formOfInput(new Map(Object.entries(input))),
      token,
      centre: '2',
      mode,
      key: randomUUID(),
      language: 'zh',
      ip: '127.0.0.9',
      agent: 'test',
      requestId: randomUUID(),
    })
    return answer.body as unknown as { code: number; error?: string; data?: unknown; islr?: string; token?: string; status?: number; isEditPassWord?: number }
  }
  const body = await send('auth.login', { username, password })
  return {
    token: body.token,
    status: body.status ?? 0,
    isEditPassWord: body.isEditPassWord ?? -1,
    call: (name, input = {}, mode = undefined) => send(name, input, body.token, mode),
  }
}

/** Opens the latest link sent to an account's owner and chooses this password. `isFirst`: the link of a new account. */
export async function openByLink(server: TestServer, username: string, password: string, { isFirst = true } = {}): Promise<void> {
  const db = server.running.kernel.database.kysely
  const latestRequest = await sql<{ id: string }>`select ask.id from recovery_ask ask join app_user on app_user.id = ask.user_id
    where username = ${username} order by ask.created_at desc, ended_at nulls first limit 1`.execute(db)
  const latestRequestId = latestRequest.rows[0]?.id ?? ''
  await server.job('recovery.link', { ask: latestRequestId, isFirst })
  const { messages } = await server.must(null, 'recovery.sandbox', { ask: latestRequestId })
  const ticket = messages[0]?.text.match(/ticket=([\w-]+)/)?.[1] ?? ''
  await server.must(null, 'recovery.reset', { ticket, password })
}

/**
 * Resets the password of an account and chooses another with the link that the owner receives. Returns the account's
 * id.
 */
export async function resetByLink(server: TestServer, who: string, username: string, password: string): Promise<number> {
  const db = server.running.kernel.database.kysely
  const result = await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db)
  const id = result.rows[0]?.id ?? 0
  await server.must(who, 'users.resetPassword', { id })
  await openByLink(server, username, password, { isFirst: false })
  return id
}

export const authorisationLetter: Upload = {
  filename: '授权书.pdf',
  mediaType: 'application/pdf',
  bytes: pdfPage('授权书'),
}
